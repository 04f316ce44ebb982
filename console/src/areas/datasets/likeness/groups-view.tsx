import type { Dataset } from '@vermilion/contract/datasets'
import { likenessEndpoints } from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import styles from './likeness.module.css'
import { pointsOf, valuesOf } from './map-points.ts'
import { text } from './text.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useOpenImages } from './use-open-images.ts'

export function GroupsView({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const query = useQuery(read(likenessEndpoints.getLikenessMap, { params }))
  const { openImages, isOpening } = useOpenImages(dataset.id)
  const map = query.data
  if (map === undefined) {
    if (query.error === null) return <Bone height={420} />
    return <ProblemState problem={query.error} failure={t('failed')} onRetry={() => void query.refetch()} />
  }
  const open = (group: number) => {
    const { numbers } = pointsOf(map)
    const { values } = valuesOf(map, 'group')
    void openImages([...numbers].filter((_, point) => values[point] === group))
  }
  return (
    <>
      <p className="note">{t('groupsWords')}</p>
      <ul className={`${styles['cards']} grid gap-12`}>
        {map.groups.map(({ group, images, number }) => (
          <li key={group}>
            <button
              className="stack gap-2 full-width border radius-8 ground-panel cursor-pointer"
              style={{ padding: 8, textAlign: 'start' }}
              type="button"
              disabled={isOpening}
              aria-label={t('openGroup', { number: `${group + 1}` })}
              onClick={() => open(group)}
            >
              <NumberedThumbnail datasetId={dataset.id} number={number} />
              <span>{t('groupNumber', { number: `${group + 1}` })}</span>
              <small className="text-secondary">{t('imageCount', { count: images })}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function NumberedThumbnail({ datasetId, number }: { datasetId: string; number: number }) {
  const item = useQuery(read(likenessEndpoints.getNumberedItem, { params: { datasetId, number } })).data
  return item === undefined ? <Bone height={120} /> : <Thumbnail item={item} />
}
