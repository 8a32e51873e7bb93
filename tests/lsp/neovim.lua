-- What somebody does in Neovim, with its own client; what was seen is written as JSON to the file in $SEEN.
local uv, seen = vim.loop, {}
local file = os.getenv("FILE")

local function wait(what, holds)
  if not vim.wait(60000, holds, 20) then error("in vain: " .. what) end
end

local function line(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1] end

local function go(number, text)
  vim.api.nvim_win_set_cursor(0, { number, assert(line(number):find(text, 1, true)) - 1 })
end

local function errors()
  local found = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
  return vim.tbl_map(function(one) return { line = one.lnum + 1, column = one.col, message = one.message, code = one.code } end, found)
end

local function do_it()
  vim.cmd("edit " .. file)
  local client = vim.lsp.start_client({
    cmd = { os.getenv("PYTHON"), "-m", "cassino_dsl", "lsp" },
    name = "cassino",
    root_dir = vim.fn.fnamemodify(file, ":h"),
    get_language_id = function() return "cassino" end,
  })
  vim.lsp.buf_attach_client(0, client)
  wait("attach", function() local one = vim.lsp.get_client_by_id(client) return one and one.initialized end)
  seen.attached = vim.lsp.buf_is_attached(0, client)

  -- diagnostics, and a remedy for the first
  wait("diagnostics", function() return #errors() > 0 end)
  seen.diagnostics = errors()
  vim.ui.select = function(items, _, choose)
    seen.offered = vim.tbl_map(function(item) return item[2].title end, items)
    choose(items[1], 1)
  end
  go(seen.diagnostics[1].line, "peak")
  vim.lsp.buf.code_action()
  wait("code action", function() return seen.offered ~= nil and not line(seen.diagnostics[1].line):find("peak", 1, true) end)
  seen.mended = line(seen.diagnostics[1].line)
  wait("no diagnostics", function() return #errors() == 0 end)

  -- completion within a text of YAML
  go(5, "count")
  local position = vim.lsp.util.make_position_params()
  position.position.character = position.position.character + 3
  local found = vim.lsp.buf_request_sync(0, "textDocument/completion", position, 60000)
  local items = vim.lsp.util.text_document_completion_list_to_complete_items(found[client].result, "cou")
  seen.completed = vim.tbl_map(function(item) return item.word end, items)

  -- hover
  go(5, "count")
  found = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 60000)
  seen.hover = found[client].result and found[client].result.contents.value

  -- rename a term where it is declared and where it is used
  go(5, "peek")
  vim.lsp.buf.rename("glance")
  wait("rename", function() return line(5):find("glance", 1, true) and line(7):find("glance", 1, true) end)
  seen.renamed = { line(5), line(7) }

  -- format
  vim.lsp.buf.formatting_sync(nil, 60000)
  seen.formatted = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  wait("still no diagnostics", function() return #errors() == 0 end)

  -- code lens
  found = vim.lsp.buf_request_sync(0, "textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }, 60000)
  seen.lenses = vim.tbl_map(function(lens) return lens.command.title end, found[client].result)

  vim.lsp.stop_client(client)
  wait("the server to end", function() return vim.lsp.client_is_stopped(client) end)
  seen.stopped = true
end

local fine, fault = pcall(do_it)
seen.fault = not fine and tostring(fault) or nil
local out = assert(io.open(os.getenv("SEEN"), "w"))
out:write(vim.json.encode(seen))
out:close()
vim.cmd("qall!")
