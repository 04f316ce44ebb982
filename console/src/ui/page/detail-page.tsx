import type { ApiError } from '#lib/api.ts'
import { type ReactNode, useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './detail-page.module.css'
import { Page, PageHeading } from './page.tsx'
import { Bone, isMissing, MissingState, PartialStrip, ProblemState } from '../feedback/states.tsx'
import { panelId, TabBar, tabId } from './tab-bar.tsx'
import { text } from '../text.ts'
import { usePageTrail } from './breadcrumb.ts'

export interface ThingSource<Thing> {
  data: Thing | undefined
  error: ApiError | null
  refetch: () => unknown
}

interface ThingGateProps<Thing> {
  source: ThingSource<Thing>
  nameOf: (thing: Thing) => string
  above?: { to: string; text: string }
  /** For a page below the thing's own: the address of that page, the list between the two, and this page's title. */
  below?: { to: string; list?: { to: string; text: string }; text: string }
  back: ReactNode
  skeleton?: ReactNode
  children: (thing: Thing) => ReactNode
}

export function ThingGate<Thing>({ source, nameOf, above, below, back, skeleton, children }: ThingGateProps<Thing>) {
  const t = useText(text)
  const { data, error } = source
  const retry = () => void source.refetch()
  const missing = isMissing(error)
  const message = missing ? t('missing') : data === undefined ? '…' : visibleName(nameOf(data))
  const own =
    below === undefined
      ? [{ text: message }]
      : [{ text: message, to: below.to }, ...(below.list === undefined ? [] : [below.list]), { text: below.text }]
  usePageTrail(...(above === undefined ? own : [above, ...own]))
  if (missing) return <MissingState problem={error}>{back}</MissingState>
  if (data === undefined) {
    return error === null ? (skeleton ?? <DetailBones />) : <ProblemState problem={error} onRetry={retry} />
  }
  return (
    <>
      {error !== null && <PartialStrip problem={error} onRetry={retry} />}
      {children(data)}
    </>
  )
}

function DetailBones() {
  return (
    <Page>
      <Bone width={240} height={28} />
      <Bone width={360} height={20} style={{ marginTop: 28 }} />
      <Bone height={260} style={{ marginTop: 16 }} />
    </Page>
  )
}

interface DetailPageProps<Tab extends string> {
  name: string
  status: ReactNode
  reason?: string
  actions: ReactNode
  tabs: readonly { key: Tab; text: string }[]
  active: Tab
  onTab: (tab: Tab) => void
  full?: boolean
  children: ReactNode
}

export function DetailPage<Tab extends string>(props: DetailPageProps<Tab>) {
  const { name, status, reason = '', actions, tabs, active, onTab, full = false, children } = props
  const id = useId()
  return (
    <Page full={full}>
      <PageHeading title={visibleName(name)} note={status}>
        {actions}
      </PageHeading>
      {reason !== '' && <p className={`${styles['reason']} rigid text-secondary`}>{reason}</p>}
      <TabBar id={id} label={name} tabs={tabs} active={active} onTab={onTab} />
      <div
        id={panelId(id)}
        role="tabpanel"
        aria-labelledby={tabId(id, active)}
        className={full ? 'stack grow min-height-0' : undefined}
      >
        {children}
      </div>
    </Page>
  )
}
