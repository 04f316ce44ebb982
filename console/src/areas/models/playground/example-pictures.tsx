import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import type { AskedPicture } from './picture-source.tsx'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

const mostExamples = 6

interface ExamplePicturesProps {
  /** What the model learnt from. */
  datasetId: string
  selected: AskedPicture | undefined
  onPicture: (picture: AskedPicture) => void
}

/** Pictures that can be asked about at once: of the model's own dataset, those first that it did not learn from. */
export function ExamplePictures({ datasetId, selected, onPicture }: ExamplePicturesProps) {
  const t = useText(playgroundText)
  const itemsOf = (split?: 'validation') =>
    read(datasetEndpoints.listItems, {
      params: { datasetId },
      query: { limit: mostExamples, available: true, ...(split !== undefined && { split }) },
    })
  const validation = useQuery(itemsOf('validation'))
  const isWithout = validation.data?.items.length === 0
  const any = useQuery({ ...itemsOf(), enabled: isWithout })
  const items = (isWithout ? any : validation).data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className={styles['examples']}>
      <h3>{t(isWithout ? 'examples' : 'heldOutExamples')}</h3>
      <ul>
        {items.map(({ id, fileId, path }) => (
          <li key={id}>
            <button
              type="button"
              title={path}
              aria-label={path}
              aria-pressed={selected?.kind === 'space' && selected.fileId === fileId}
              onClick={() =>
                onPicture({
                  kind: 'space',
                  fileId,
                  address: addressOf(fileEndpoints.fileContent, { params: { fileId }, query: {} }),
                })
              }
            >
              <img src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })} alt="" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
