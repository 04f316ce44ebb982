import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import { Bone } from '#ui/states.tsx'
import { Tags } from '#ui/status.tsx'
import { text } from './text.ts'

/** Asks whether a data space shall go, saying what goes with it. */
export function askToDelete(space: Space, t: Translate<typeof text.en>): void {
  confirm({
    title: t('deleteTitle', { name: space.name }),
    body: <Consequences space={space} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await call(spaceEndpoints.deleteSpace, { params: { spaceId: space.id } })
      notify.success(t('deleted_success'))
      void refresh('/spaces', '/datasets')
    },
  })
}

function Consequences({ space }: { space: Space }) {
  const t = useText(text)
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query: { limit: maximumPageSize } }))
  const affected = datasets.data?.items.filter(({ spaceId }) => spaceId === space.id)
  return (
    <>
      <p>{t('deleteBody', { count: space.fileCount, size: formatSize(space.totalSize) })}</p>
      <p style={{ margin: '8px 0' }}>
        {affected === undefined ? <Bone /> : t(affected.length === 0 ? 'deleteAffectsNone' : 'deleteAffects')}
      </p>
      {affected !== undefined && <Tags tags={affected.map(({ name }) => name)} />}
    </>
  )
}
