import { datasetEndpoints } from '@vermilion/contract/datasets'
import { isInPlace, type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQueries } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { text } from './text.ts'

const remove = ({ id }: Space) => call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })
export const touched = ['/spaces', '/datasets', '/deleted-spaces']

export function askToDelete(space: Space, t: Translate<typeof text.en>): void {
  confirm({
    title: t('deleteTitle', { name: space.name }),
    body: <Consequences spaces={[space]} />,
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    run: () => remove(space),
    done: t('deleted_success'),
    stale: touched,
  })
}

export function useSpaceDeletion(): BulkAction<Space> {
  const t = useText(text)
  return {
    key: 'delete',
    text: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (spaces) => <Consequences spaces={spaces} />,
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh(...touched),
  }
}

function Consequences({ spaces }: { spaces: readonly Space[] }) {
  const t = useText(text)
  const managed = spaces.filter((space) => !isInPlace(space))
  const inPlace = spaces.filter(isInPlace)
  const count = managed.reduce((sum, { fileCount }) => sum + fileCount, 0)
  const size = formatSize(managed.reduce((sum, { totalSize }) => sum + totalSize, 0))
  return (
    <div className="stack gap-8">
      {managed.length > 0 && <p>{t('deleteManaged', { count, size })}</p>}
      {inPlace.length > 0 && (
        <>
          <p>{t('deleteInPlace', { count: inPlace.length })}</p>
          <List names={inPlace.map(({ path }) => path)} />
        </>
      )}
      <Affected spaces={spaces} />
    </div>
  )
}

function Affected({ spaces }: { spaces: readonly Space[] }) {
  const t = useText(text)
  const imageQueries = useQueries({
    queries: spaces.map(({ id }) => read(datasetEndpoints.affectedDatasets, { params: { spaceId: id } })),
  })
  const problem = imageQueries.find(({ error }) => error !== null)?.error
  if (problem !== undefined && problem !== null) {
    return (
      <p>
        {t('deleteAffectsUnknown')} {problemWords(problem)}
      </p>
    )
  }
  if (imageQueries.some(({ data }) => data === undefined)) return <Bone />
  const images = new Map<string, { name: string; images: number }>()
  for (const dataset of imageQueries.flatMap(({ data = [] }) => data)) {
    const imageCount = images.get(dataset.id)?.images ?? 0
    images.set(dataset.id, { name: dataset.name, images: imageCount + dataset.images })
  }
  if (images.size === 0) return <p>{t('deleteAffectsNone')}</p>
  const largest = [...images.values()].toSorted((a, b) => b.images - a.images)
  return (
    <>
      <p>{t('deleteAffects')}</p>
      <List names={largest.map((dataset) => t('affectedImages', { name: dataset.name, count: dataset.images }))} />
    </>
  )
}

const maxShown = 12

function List({ names }: { names: readonly string[] }) {
  const t = useText(text)
  return (
    <ul className="max-height-220 scroll-y break-anywhere" style={{ paddingLeft: 20 }}>
      {names.slice(0, maxShown).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {names.length > maxShown && <li>{t('andMore', { count: names.length - maxShown })}</li>}
    </ul>
  )
}
