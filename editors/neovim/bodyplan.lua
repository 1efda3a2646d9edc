-- The language server of bodyplan in Neovim: put this file into ~/.config/nvim/plugin/.

local command = vim.g.bodyplan_command or { "bodyplan", "lsp" }
local patterns = { "*.sdf", "*.world", "*.urdf", "*.xacro", "*.skel", "*.mjcf", "*.srdf", "*.dmd.yaml", "*/mjcf/*.xml" }
local marks = { "bodyplan.toml", "package.xml", "model.config", ".git" }

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.sdf", "*.world", "*.urdf", "*.xacro", "*.skel", "*.mjcf", "*.srdf" },
  command = "setfiletype xml",
})

local function root_of(path)
  if vim.fs and vim.fs.find then
    local found = vim.fs.find(marks, { path = vim.fs.dirname(path), upward = true })[1]
    return found and vim.fs.dirname(found) or vim.fs.dirname(path)
  end
  return vim.fn.fnamemodify(path, ":h")
end

local ids = {} -- by root, for a Neovim that does not keep them itself

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = patterns,
  callback = function(event)
    local root = root_of(vim.fn.fnamemodify(event.file, ":p"))
    local options = { name = "bodyplan", cmd = command, root_dir = root }
    if vim.lsp.start then -- from 0.8 on
      vim.lsp.start(options, { bufnr = event.buf })
      return
    end
    ids[root] = ids[root] or vim.lsp.start_client(options)
    vim.lsp.buf_attach_client(event.buf, ids[root])
  end,
})
