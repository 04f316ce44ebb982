import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints } from '@vermilion/contract/generations'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Panel } from '#ui/page/page.tsx'
import { generateText } from './generate-text.ts'

const maxImages = 12

export function MadeWithIt({ modelId }: { modelId: string }) {
  const t = useText(generateText)
  const lineage = useQuery(read(lineageEndpoints.modelLineage, { params: { modelId } }))
  const latest = lineage.data?.to.find(
    ({ kind, id, within }) => kind === 'generation' && id !== null && within !== null,
  )
  const params = { generationId: latest?.id ?? '' }
  const query = { status: 'kept', limit: maxImages } as const
  const images = useQuery({
    ...read(generationEndpoints.listGeneratedImages, { params, query }),
    enabled: latest !== undefined,
  })
  const visible =
    images.data?.items.flatMap(({ fileId, number }) => (fileId === null ? [] : [{ fileId, number }])) ?? []
  if (latest === undefined || visible.length === 0) return null
  const to = { id: latest.within ?? '', generationId: latest.id ?? '' }
  return (
    <Panel
      title={t('made')}
      extra={
        <Link to="/space/list/file/$id/generations/$generationId" params={to}>
          {latest.name}
        </Link>
      }
    >
      <Link
        to="/space/list/file/$id/generations/$generationId"
        params={to}
        className="grid gap-6"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))' }}
        aria-label={t('madeIn', { name: latest.name })}
      >
        {visible.map(({ fileId, number }) => (
          <img
            className="block full-width radius-6 ground-image object-cover"
            style={{ aspectRatio: 1 }}
            key={number}
            src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ))}
      </Link>
    </Panel>
  )
}
