import { accountEndpoints } from '@vermilion/contract/accounts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { filterOf } from '#areas/datasets'
import { read } from '#lib/query.ts'
import { PageSpinner, ProblemState } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useRankedImage } from './findings/use-ranked-image.ts'
import type { Item } from './workbench/use-actions.ts'
import { Workbench } from './workbench/workbench.tsx'

const from = '/shell/data-set/list/file/$id/annotate/$itemId'

export function StudioPage() {
  const { id: datasetId, itemId } = useParams({ from })
  const search = useSearch({ from })
  const account = useQuery(read(accountEndpoints.me, {}))
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  const filter = filterOf(search)
  const item = useQuery(read(datasetEndpoints.getItem, { params: { itemId }, query: filter }))
  const ranked = useRankedImage(search, itemId)
  const name = item.data?.path.split('/').at(-1) ?? ''
  usePageTrail({ text: dataset.data?.name ?? datasetId, to: `/data-set/list/file/${datasetId}` }, { text: name })

  const failed = [account, dataset, item].find((query) => query.isError && query.data === undefined)
  if (failed) return <ProblemState problem={failed.error} onRetry={() => void failed.refetch()} />
  if (!dataset.data || !account.data) return <PageSpinner />
  return (
    <Workbench
      account={account.data.id}
      dataset={dataset.data}
      item={item.data === undefined ? null : inOrder(item.data, ranked)}
      ranked={ranked}
      search={search}
      filter={filter}
    />
  )
}

/** The image with the neighbors that a ranking gives it. */
function inOrder(item: Item, ranked: ReturnType<typeof useRankedImage>): Item {
  if (ranked?.item.id !== item.id) return item
  const { position, total, nextId, previousId } = ranked
  return { ...item, position, total, nextId, previousId }
}
