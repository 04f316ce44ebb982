import type { ReactNode } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import styles from './page.module.css'

interface PageProps {
  children: ReactNode
  full?: boolean | 'list'
}

export function Page({ children, full = false }: PageProps) {
  const kind = full === false ? 'page' : full === true ? 'full' : 'list'
  return <div className={styles[kind]}>{children}</div>
}

interface HeadingProps {
  title: ReactNode
  count?: number | undefined
  note?: ReactNode
  children?: ReactNode
}

export function PageHeading({ title, count, note, children }: HeadingProps) {
  const language = useSystem((system) => system.lang)
  return (
    <div className={`${styles['heading']} wrapping-row gap-10-20 justify-between rigid min-height-36 margin-bottom-16`}>
      <div className={`${styles['names']} wrapping-row gap-4-10 min-width-0`}>
        <h1 className="min-width-0 break-anywhere line-height-1_4">{title}</h1>
        {count !== undefined && <span className="text-tertiary font-16 tabular">{formatNumber(count, language)}</span>}
        {note}
      </div>
      <div className={`${styles['actions']} wrapping-row gap-8`}>{children}</div>
    </div>
  )
}

export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={`${styles['filters']} wrapping-row gap-8 rigid margin-bottom-12`}>{children}</div>
}

interface PanelProps {
  title?: ReactNode
  extra?: ReactNode
  fills?: boolean | undefined
  children: ReactNode
}

export function Panel({ title, extra, fills = false, children }: PanelProps) {
  return (
    <section className={`${styles['panel']} panel`} data-fills={fills || undefined}>
      {(title !== undefined || extra !== undefined) && (
        <header className="row margin-bottom-14 gap-12 justify-between narrow-wrap">
          <h2>{title}</h2>
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={`${styles['facts']} grid`}>
      {facts.map(([name, value]) => (
        <div className="grid gap-12 min-width-0" style={{ gridTemplateColumns: 'minmax(112px, 36%) 1fr' }} key={name}>
          <dt className="text-tertiary">{name}</dt>
          <dd className="min-width-0 break-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Figures({ figures }: { figures: readonly { name: string; value: ReactNode; note?: ReactNode }[] }) {
  const areMany = figures.length > 5 && figures.every(({ note }) => note === undefined)
  return (
    <dl className={`${styles['figures']} grid`} data-many={areMany || undefined}>
      {figures.map(({ name, value, note }) => (
        <div className="panel grid content-start margin-bottom-12" key={name}>
          <dt className="faint">{name}</dt>
          <dd className="font-24 weight-600 tabular line-height-1_35">{value}</dd>
          {note !== undefined && (
            <dd className={`${styles['figureNote']} text-tertiary weight-400 font-24 tabular line-height-1_35`}>
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
