import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/bulk-action.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import { Bone } from '#ui/states.tsx'
import { Tags } from '#ui/status.tsx'
import { text } from './text.ts'

const remove = ({ id }: Space) => call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })

/** Asks whether a data space shall go, saying what goes with it. */
export function askToDelete(space: Space, t: Translate<typeof text.en>): void {
  confirm({
    title: t('deleteTitle', { name: space.name }),
    body: <Consequences spaces={[space]} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await remove(space)
      notify.success(t('deleted_success'))
      void refresh('/spaces', '/datasets')
    },
  })
}

/** The same for many at once. */
export function useSpaceDeletion(): BulkAction<Space> {
  const t = useText(text)
  return {
    key: 'delete',
    words: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (spaces) => <Consequences spaces={spaces} />,
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/spaces', '/datasets'),
  }
}

function Consequences({ spaces }: { spaces: readonly Space[] }) {
  const t = useText(text)
  const only = spaces.length === 1 ? spaces[0]?.id : undefined
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query: { space: only, limit: maximumPageSize } }))
  const ids = new Set(spaces.map(({ id }) => id))
  const affected = datasets.data?.items.filter(({ spaceId }) => ids.has(spaceId))
  const sum = (of: (space: Space) => number) => spaces.reduce((total, space) => total + of(space), 0)
  return (
    <>
      <p>
        {t('deleteBody', {
          count: sum(({ fileCount }) => fileCount),
          size: formatSize(sum(({ totalSize }) => totalSize)),
        })}
      </p>
      <p style={{ margin: '8px 0' }}>
        {affected === undefined ? <Bone /> : t(affected.length === 0 ? 'deleteAffectsNone' : 'deleteAffects')}
      </p>
      {affected !== undefined && <Tags tags={namesOf(affected)} />}
    </>
  )
}

/** As many names as a dialog has room for. */
function namesOf(datasets: readonly Dataset[]): string[] {
  const names = datasets.slice(0, 20).map(({ name }) => name)
  return datasets.length > names.length ? [...names, `+${datasets.length - names.length}`] : names
}
