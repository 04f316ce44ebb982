import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useTerminalLink } from '#ui/assistant/terminal-link.ts'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { text as uiText } from '#ui/text.ts'
import styles from './markdown.module.css'
import { text } from './text.ts'

const shells: ReadonlySet<string> = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'console', 'terminal'])

/** A code block with actions. Only a user's click sends it to a terminal. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const t = useText(text)
  const u = useText(uiText)
  const terminal = useTerminalLink((link) => link.terminal)
  const isCommand = terminal !== null && shells.has(language.toLowerCase())
  const command = language === 'console' ? code.replaceAll(/^\$ /gm, '') : code
  const copy = async () => {
    if (await toClipboard(code)) notify.success(u('copied'))
    else notify.error(u('copyFailed'))
  }
  return (
    <div className={`${styles['code']} clip border radius-8 ground-quaternary`}>
      <div className="row hint gap-4 border-bottom" style={{ padding: '4px 6px 4px 10px' }}>
        <span className="grow">{language}</span>
        {isCommand && (
          <>
            <Button size="small" type="text" onClick={() => terminal.insert(command)}>
              {t('insert')}
            </Button>
            <Button size="small" type="text" onClick={() => terminal.run(command)}>
              {t('run')}
            </Button>
          </>
        )}
        <Button size="small" type="text" onClick={() => void copy()} aria-label={`${t('copy')} · ${t('copyCode')}`}>
          {t('copy')}
        </Button>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre tabIndex={0}>
        <code className="padding-0 ground-none">{code}</code>
      </pre>
    </div>
  )
}
