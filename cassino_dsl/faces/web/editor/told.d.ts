// What the server tells a table's page, and what its modules give each other. Types alone: nothing of it runs.

export type Card = string | null; // null: one that is not seen

export interface Build { value: number; groups: string[][]; notes: [string, string][] }
export interface Seat { seat: number; side: number; name: string; hand: Card[]; dealer: boolean; leader: boolean; decides: boolean }
export interface Side { side: number; name: string; pile: Card[]; score: number }
export interface Zone { name: string; owner: string; cards: Card[] }
export interface Count { name: string; what: string; numbers: (number | null)[] }

/** A legal play as it is written and as it is listed, the cards that leave the hand, and those that they take or are put together with. */
export interface Choice { text: string; said: string; kind: string; action: string; play: string[]; take: string[]; value: number | null }

export interface View {
  title: string; seat: number; round: number; target: number | null; seats: Seat[]; sides: Side[]; table: Card[]; builds: Build[];
  stock: Card[]; zones: Zone[]; memory: string[]; remembered: string[]; partners: number[]; counts: Count[]; decides: number | null; asked: boolean; asks: string[]; choices: Choice[];
  over: boolean; winner: number | null; reason: string;
}

/** Where cards lie at one moment. */
export interface Lying { hands: Card[][]; piles: Card[][]; table: Card[]; builds: Build[]; stock: Card[] }
export interface ScoreTable { title: string; sides: string[]; rows: [string, (number | null)[]][] }
export interface RoundEnd { played: Lying; counted: Lying; scores: ScoreTable; counts: Record<string, (number | null)[]> }
export interface Happened { caption: string; seat: number; kind: string; cards: Card[]; take: string[]; cleared: string; ends: RoundEnd[] }
export interface LogLine { kind: string; text: string; scores?: ScoreTable }

export interface Table {
  kind: "table"; at: number; match: number; game: number; view: View; happened: Happened | null; turned: string[][];
  log: { from: number; lines: LogLine[] }; persons: number[]; there: number[]; hints: boolean;
  asked: { what?: string; by?: number; agreed?: number[]; title?: string }; practice: boolean; fault: string;
  names: Record<string, string>; // by seat: what those are called who sit there
  summary?: ScoreTable; rounds?: number[][]; seed?: string;
}
export type Message =
  | Table | { kind: "said"; text: string; parts?: string[] } | { kind: "hint"; play: string; text: string; why: string[] } | { kind: "which"; plays: string[] }
  | { kind: "scores"; scores: ScoreTable };

export interface Drawn { svg: string; words: string; short: string; picture?: Element }
export interface Pack { cards: Record<string, Drawn>; back: string }
export interface About { title: string; pack: Pack; worths: string[]; rulebook: string; seat: number; game: number; persons: number[]; linked: number[]; replays: boolean }

export interface Line { say(message: object): boolean }
export type Links = Record<string, string>; // 0: of who looks on; the others in the order in which the room had them at first
export interface Source {
  about: About; room: string; address: string; record: string | null;
  listen(hear: (message: Message) => void): Line;
}

/** A card that goes from one place to another: `hand 1`, `pile 2`, `table`, `stock`, `zone …`. */
export interface Move { card: Card; from: string; to: string }

// The workshop.

/** A finding: lines and columns count from 1, columns in characters. */
export interface Finding {
  severity: "error" | "warning"; code: string; message: string; notes: string[]; help: string | null;
  file: string | null; line: number; column: number; end_line: number; end_column: number;
}
export interface Found { diagnostics: Finding[]; more: number; remark: string; sound: boolean; about: TextAbout | null }
export interface TextAbout { title: string; house: boolean; base: string | null; seats: number[]; options: import("../static/sitting").Option[]; examples: boolean }
export interface Proposal { label: string; detail: string; kind: string; about: string; snippet: boolean; insert: string; order: number; start: number; end: number }
export interface Known { variants: { name: string; title: string }[]; rules: { name: string; title: string }[]; most: number; levels: number }
