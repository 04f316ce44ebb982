import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useId } from 'react'
import { DeletedDatasets } from '#areas/datasets'
import { DeletedFiles } from '#areas/files'
import { DeletedSpaceList } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { text } from '../settings/text.ts'
import { type TrashTab, trashTabs } from '../settings/trash-search.ts'

const bodies: Record<TrashTab, ComponentType> = {
  datasets: DeletedDatasets,
  files: DeletedFiles,
  spaces: DeletedSpaceList,
}

export function TrashPage() {
  const t = useText(text)
  const { tab = 'datasets' } = useSearch({ from: '/shell/settings/trash' })
  const navigate = useNavigate({ from: '/settings/trash' })
  const id = useId()
  const counts = useCounts()
  const Body = bodies[tab]
  return (
    <>
      <h2>{t('trash')}</h2>
      <p>{t('trashWords')}</p>
      <TabBar<TrashTab>
        id={id}
        label={t('trash')}
        tabs={trashTabs.map((key) => ({ key, text: t(`trash-${key}`), count: counts[key] }))}
        active={tab}
        onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      />
      <div id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, tab)}>
        <Body />
      </div>
    </>
  )
}

function useCounts(): Record<TrashTab, number | undefined> {
  const first = { query: { limit: 1 } }
  return {
    datasets: useQuery(read(deletedDatasetEndpoints.listDeletedDatasets, first)).data?.total,
    files: useQuery(read(trashEndpoints.listAllTrash, first)).data?.total,
    spaces: useQuery(read(deletedSpaceEndpoints.listDeletedSpaces, first)).data?.total,
  }
}
