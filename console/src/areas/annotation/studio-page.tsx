import { accountEndpoints } from '@vermilion/contract/accounts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { filterOf } from '#areas/datasets'
import { read } from '#lib/query.ts'
import { PageSpinner, ProblemState } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Workbench } from './workbench/workbench.tsx'

const from = '/shell/data-set/list/file/$id/annotate/$itemId'

export function StudioPage() {
  const { id: datasetId, itemId } = useParams({ from })
  const search = useSearch({ from })
  const account = useQuery(read(accountEndpoints.me, {}))
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  const filter = filterOf(search)
  const item = useQuery(read(datasetEndpoints.getItem, { params: { itemId }, query: filter }))
  const name = item.data?.path.split('/').at(-1) ?? ''
  usePageTrail({ text: dataset.data?.name ?? datasetId, to: `/data-set/list/file/${datasetId}` }, { text: name })

  const failed = [account, dataset, item].find((query) => query.isError && query.data === undefined)
  if (failed) return <ProblemState problem={failed.error} onRetry={() => void failed.refetch()} />
  if (!dataset.data || !account.data) return <PageSpinner />
  return (
    <Workbench
      account={account.data.id}
      dataset={dataset.data}
      item={item.data ?? null}
      search={search}
      filter={filter}
    />
  )
}
