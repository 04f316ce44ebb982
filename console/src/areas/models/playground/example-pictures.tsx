import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PictureChoices } from '#ui/files/picture-choices.tsx'
import type { AskedPicture } from './picture-source.tsx'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

const maxExamples = 16

interface ExamplesProps {
  datasetId: string | null
  selected: AskedPicture | undefined
  onPicture: (picture: AskedPicture) => void
}

export function ExamplePictures(props: ExamplesProps) {
  const { datasetId } = props
  return datasetId === null ? <NewestPictures {...props} /> : <OwnPictures {...props} datasetId={datasetId} />
}

function NewestPictures(props: ExamplesProps) {
  const t = useText(playgroundText)
  const newest = useQuery(read(datasetEndpoints.listDatasets, { query: { limit: 1, sort: '-createdAt' } }))
  const dataset = newest.data?.items[0]
  const pictures = useQuery({
    ...read(datasetEndpoints.listItems, {
      params: { datasetId: dataset?.id ?? '' },
      query: { limit: maxExamples, available: true },
    }),
    enabled: dataset !== undefined,
  })
  if (dataset === undefined) return null
  const title = t('examplesOf', { name: dataset.name })
  return <Pictures {...props} title={title} items={pictures.data?.items ?? []} />
}

function OwnPictures({ datasetId, ...props }: ExamplesProps & { datasetId: string }) {
  const t = useText(playgroundText)
  const itemsOf = (split?: 'validation') =>
    read(datasetEndpoints.listItems, {
      params: { datasetId },
      query: { limit: maxExamples, available: true, ...(split !== undefined && { split }) },
    })
  const validation = useQuery(itemsOf('validation'))
  const isWithout = validation.data?.items.length === 0
  const any = useQuery({ ...itemsOf(), enabled: isWithout })
  const items = (isWithout ? any : validation).data?.items ?? []
  return <Pictures {...props} title={t(isWithout ? 'examples' : 'validationExamples')} items={items} />
}

type PicturesProps = Pick<ExamplesProps, 'selected' | 'onPicture'> & { title: string; items: readonly DatasetItem[] }

function Pictures({ title, items, selected, onPicture }: PicturesProps) {
  const choose = (fileId: string) =>
    onPicture({
      kind: 'space',
      fileId,
      address: addressOf(previewEndpoints.filePicture, { params: { fileId } }),
    })
  const begin = useEffectEvent((fileId: string) => {
    if (selected === undefined) choose(fileId)
  })
  const firstId = items[0]?.fileId
  // The page starts with a prediction, unless the user has given a picture already.
  useEffect(() => {
    if (firstId !== undefined) begin(firstId)
  }, [firstId])
  if (items.length === 0) return null
  return (
    <div className={styles['examples']}>
      <PictureChoices
        title={title}
        pictures={items.map(({ fileId, path }) => ({ fileId, label: path }))}
        chosen={selected?.kind === 'space' ? selected.fileId : null}
        onChoose={choose}
      />
    </div>
  )
}
