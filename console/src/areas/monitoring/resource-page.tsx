import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { resourceTabs, type ResourceTab } from './search.ts'
import { text } from './text.ts'
import { ComputeTab } from './compute/compute-tab.tsx'
import { NetworkTab } from './network/network-tab.tsx'
import { AllocationTab } from './allocation/allocation-tab.tsx'
import { StorageTab } from './storage/storage-tab.tsx'
import { AlertsTab } from './alerts/alerts-tab.tsx'

const panels = {
  compute: ComputeTab,
  network: NetworkTab,
  allocation: AllocationTab,
  storage: StorageTab,
  alerts: AlertsTab,
}

export function ResourcePage() {
  const t = useText(text)
  const id = useId()
  const { tab = 'compute', host, compare, range } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const open = (next: ResourceTab) => void navigate({ search: { tab: next, host, compare, range }, replace: true })
  usePageActions(resourceTabs.map((key) => ({ key: `tab ${key}`, text: t(key), run: () => open(key) })))
  const Panel = panels[tab]
  return (
    <Page>
      <PageHeading title={t('title')} />
      <TabBar
        id={id}
        label={t('title')}
        tabs={resourceTabs.map((key) => ({ key, text: t(key) }))}
        active={tab}
        onTab={open}
      />
      <div id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, tab)}>
        <Panel />
      </div>
    </Page>
  )
}
