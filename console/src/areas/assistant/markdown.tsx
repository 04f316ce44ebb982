import { lexer, type Token, type Tokens } from 'marked'
import { type ReactNode, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import Button from 'antd/es/button'
import { useTerminalLink } from '#ui/assistant/terminal-link.ts'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { text as uiText } from '#ui/text.ts'
import styles from './markdown.module.css'
import { text } from './text.ts'

/** HTML stays text, and pictures are not loaded, because their addresses could leak the conversation. */
export function Markdown({ source }: { source: string }) {
  const tokens = useMemo(() => lexer(source), [source])
  return (
    <div className={`${styles['markdown']} stack gap-8 min-width-0 break-anywhere`}>
      <Tokens tokens={tokens} />
    </div>
  )
}

function Tokens({ tokens }: { tokens: readonly Token[] | undefined }) {
  return (tokens ?? []).map((token, index) => <One key={index} token={token} />)
}

function One({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <h3>
          <Tokens tokens={token.tokens} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Tokens tokens={token.tokens} />
        </p>
      )
    case 'code':
      return <CodeBlock code={String(token.text)} language={String(token.lang ?? '')} />
    case 'blockquote':
      return (
        <blockquote>
          <Tokens tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return <List list={token as Tokens.List} />
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <Inline token={token} />
  }
}

function Inline({ token }: { token: Token }): ReactNode {
  const t = useText(text)
  const inner = <Tokens tokens={'tokens' in token ? token.tokens : undefined} />
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code>{String(token.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return isWebAddress(String(token.href)) ? (
        <a href={String(token.href)} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </a>
      ) : (
        <span>{inner}</span>
      )
    case 'image':
      return <span>{t('imageLeftOut', { title: String(token.text || token.href) })}</span>
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? inner : unescaped(String(token.text))
    case 'escape':
      return String(token.text)
    default:
      return token.raw
  }
}

const isWebAddress = (href: string) => /^https?:\/\//i.test(href)

/** The lexer leaves HTML entities unchanged. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const unescaped = (text: string) =>
  text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? '')

function List({ list }: { list: Tokens.List }) {
  const Kind = list.ordered ? 'ol' : 'ul'
  return (
    <Kind>
      {list.items.map((item, index) => (
        <li key={index}>
          <Tokens tokens={item.tokens} />
        </li>
      ))}
    </Kind>
  )
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div className={styles['scroll']} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col">
                <Tokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Tokens tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const shells: ReadonlySet<string> = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'console', 'terminal'])

/** A code block with actions. Only a user's click sends it to a terminal. */
function CodeBlock({ code, language }: { code: string; language: string }) {
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
