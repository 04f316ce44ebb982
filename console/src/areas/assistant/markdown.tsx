import { lexer, type Token, type Tokens } from 'marked'
import { type ReactNode, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { CodeBlock } from './code-block.tsx'
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
const unescaped = (words: string) =>
  words.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? '')

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
