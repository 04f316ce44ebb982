import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { resourceTabs } from './search.ts'
import type { ResourceTab } from './search.ts'
import { text } from './text.ts'

const panels = {
  compute: lazyPart(async () => (await import('./compute/compute-tab.tsx')).ComputeTab),
  network: lazyPart(async () => (await import('./network/network-tab.tsx')).NetworkTab),
  allocation: lazyPart(async () => (await import('./allocation/allocation-tab.tsx')).AllocationTab),
  storage: lazyPart(async () => (await import('./storage/storage-tab.tsx')).StorageTab),
  alerts: lazyPart(async () => (await import('./alerts/alerts-tab.tsx')).AlertsTab),
}

export function ResourcePage() {
  const t = useText(text)
  const id = useId()
  const { tab = 'compute', host, compare, range } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const open = (next: ResourceTab) => void navigate({ search: { tab: next, host, compare, range }, replace: true })
  usePageActions(resourceTabs.map((key) => ({ key: `tab ${key}`, words: t(key), run: () => open(key) })))
  const Panel = panels[tab]
  return (
    <Page>
      <PageHeading title={t('title')} />
      <TabBar
        id={id}
        label={t('title')}
        tabs={resourceTabs.map((key) => ({ key, words: t(key) }))}
        active={tab}
        onTab={open}
      />
      <div id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, tab)}>
        <Panel />
      </div>
    </Page>
  )
}
