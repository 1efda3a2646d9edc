;;; bodyplan.el --- The language server of bodyplan in Emacs  -*- lexical-binding: t; -*-

;; Put this file into a folder of `load-path' and `(require 'bodyplan)' into the init file.

;;; Code:

(require 'eglot)
(require 'nxml-mode)

(defvar bodyplan-command '("bodyplan" "lsp")
  "The program of the language server.")

(define-derived-mode bodyplan-mode nxml-mode "Robot"
  "A mode for robot descriptions in XML."
  ;; the server knows what may be written; a schema of nXML's own would mark all of it
  (rng-validate-mode 0))

(add-to-list 'auto-mode-alist '("\\.\\(sdf\\|world\\|urdf\\|xacro\\|skel\\|mjcf\\|srdf\\)\\'" . bodyplan-mode))
(add-to-list 'eglot-server-programs (cons 'bodyplan-mode (lambda (&rest _) bodyplan-command)))
(add-hook 'bodyplan-mode-hook #'eglot-ensure)

(provide 'bodyplan)
;;; bodyplan.el ends here
