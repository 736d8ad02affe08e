-- A session of Neovim with the server: what its user would do by keys, done by the functions that the keys call. It writes what it saw to the file "seen".
local seen = {}
local function see(line) table.insert(seen, line) end
local function leave()
  vim.fn.writefile(seen, 'seen')
  vim.cmd('qall!')
end

local function session()
  local client = vim.lsp.start_client({ name = 'nactgen', cmd = { vim.env.NACTGEN_SERVER }, root_dir = vim.fn.getcwd() })
  vim.cmd('edit nact.yaml')
  vim.lsp.buf_attach_client(0, client)

  local function errors() return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) end

  local function until_errors(count)
    if not vim.wait(20000, function() return #errors() == count end, 10) then see('there are not ' .. count .. ' errors') end
  end

  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
    for _, answer in pairs(answers or {}) do return answer.result end
  end

  local function cursor_behind(text)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
      local _, last = string.find(line, text, 1, true)
      if last then
        vim.api.nvim_win_set_cursor(0, { number, last })
        return
      end
    end
    see(text .. ' is not there')
  end

  -- A name is misspelled, found, and mended.
  until_errors(0)
  vim.cmd([[%s/vars.first.name/vars.first.nam/]])
  until_errors(1)
  for _, d in ipairs(errors()) do see(string.format('%d:%d %s: %s', d.lnum + 1, d.col + 1, d.code or '', d.message)) end
  cursor_behind('vars.first.na')
  local range = vim.lsp.util.make_range_params()
  range.context = { diagnostics = {} }
  for _, action in ipairs(ask('textDocument/codeAction', range)) do
    see('action: ' .. action.title)
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  end
  until_errors(0)

  -- What can follow, and what a name is.
  cursor_behind('vars.first.')
  for _, item in ipairs(ask('textDocument/completion', vim.lsp.util.make_position_params()).items) do
    if item.kind == 5 then see('item: ' .. item.label .. ', ' .. item.detail) end
  end
  cursor_behind('vars.first.na')
  see('hover: ' .. vim.split(ask('textDocument/hover', vim.lsp.util.make_position_params()).contents.value, '\n')[1])

  -- Where an operation is declared.
  cursor_behind('cities.find')
  vim.lsp.buf.definition()
  vim.wait(20000, function() return vim.fn.expand('%:t') == 'api.yaml' end, 10)
  see('declared: ' .. vim.fn.expand('%:t') .. ':' .. vim.fn.line('.'))
  vim.cmd('edit nact.yaml')

  -- An input gets another name.
  cursor_behind('${inputs.ci')
  vim.lsp.buf.rename('place')
  vim.wait(20000, function() return vim.fn.search('inputs.place', 'nw') > 0 end, 10)
  see('renamed: ' .. table.concat(vim.tbl_map(vim.trim, vim.tbl_filter(function(line) return string.find(line, 'place') end, vim.api.nvim_buf_get_lines(0, 0, -1, true))), ' | '))
  until_errors(0)
end

local ok, problem = xpcall(session, debug.traceback)
if not ok then see(problem) end
leave()
