// A text as a link: packed into the part of the address that browsers keep to themselves.

const MOST = 32 * 1024; // characters of a link
const MOST_TEXT = 32 * 1024; // bytes of a text: what is packed smaller may not grow beyond that

/** The address that holds a text; an Error where it is too long. @param {string} text */
export async function linkOf(text) {
  const packed = await through(new Blob([text]).stream(), new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const link = `${location.origin}/workshop#${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  if (link.length > MOST) throw new Error("The text is too long for a link: save it as a file.");
  return link;
}

/** The text that an address holds, or null where it holds none; an Error where it is not whole. @param {string} hash */
export async function textOf(hash) {
  const letters = hash.slice(1);
  if (!letters) return null;
  try {
    if (letters.length > MOST) throw new Error();
    const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const bytes = await through(new Blob([packed]).stream(), new DecompressionStream("deflate-raw"), MOST_TEXT);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("This link is not whole: no text can be read from it.");
  }
}

/**
 * All that comes out of a stream, up to so many bytes.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {GenericTransformStream} transform @param {number} most
 */
async function through(stream, transform, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.pipeThrough(transform).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error();
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
