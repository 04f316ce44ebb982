import { generationEndpoints, type ImageInProgress } from '@vermilion/contract/generations'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from './text.ts'

export function ImagesInProgress({ generationId }: { generationId: string }) {
  const t = useText(text)
  const inProgress = useQuery(read(generationEndpoints.listImagesInProgress, { params: { generationId } }))
  const reported = (inProgress.data ?? []).filter(({ step, preview }) => step !== null || preview !== null)
  if (reported.length === 0) return null
  return (
    <ul className="flex rigid gap-12 margin-bottom-10 scroll-x" aria-label={t('inProgress')}>
      {reported.map((image) => (
        <InProgress key={`${image.number}-${image.attempt}`} image={image} />
      ))}
    </ul>
  )
}

function InProgress({ image: { number, step, steps, preview } }: { image: ImageInProgress }) {
  const t = useText(text)
  return (
    <li className="row rigid gap-8">
      {preview !== null && (
        <img className="width-56 radius-6 object-cover" style={{ height: 56 }} src={preview} alt="" />
      )}
      <span>
        {t('number', { number: number + 1 })}
        {step !== null && steps !== null && (
          <small className="block text-tertiary">{t('steps', { step, steps })}</small>
        )}
      </span>
    </li>
  )
}
