import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { augmentationOf, augmentedView, drawnNumbers } from './augmented-view.ts'
import type { TypedTask } from './form-values.ts'
import styles from './create.module.css'
import { proposalText } from './proposal-text.ts'

const pictures = 4

/** The first training images of the dataset, changed as the parameters in the form say. */
export function AugmentedPictures() {
  const t = useText(proposalText)
  const [first, setFirst] = useState(0)
  const augmentation = augmentationOf(Form.useWatch<TypedTask['parameters'] | undefined>('parameters') ?? {})
  const [source] = Form.useWatch<TypedTask['dataSources'] | undefined>('dataSources') ?? []
  const datasetId = source?.kind === 'dataset' ? source.id : undefined
  const query = { limit: pictures, split: 'train' } as const
  const images = useQuery({
    ...readList(datasetEndpoints.listItems, { params: { datasetId: datasetId ?? '' }, query }),
    enabled: datasetId !== undefined && augmentation !== undefined,
  })
  const items = images.data?.items.filter(({ available }) => available) ?? []
  if (augmentation === undefined || items.length === 0) return null
  return (
    <figure className="stack gap-8 margin-0-0-16">
      <figcaption className="row gap-10">
        <small className="note">{t('augmented')}</small>
        <Button size="small" onClick={() => setFirst(first + pictures)}>
          {t('augmentAgain')}
        </Button>
      </figcaption>
      <div className={`${styles['augmented']} grid gap-8`}>
        {items.map(({ id, fileId, path, width, height }, index) => {
          const { transform, ...view } = augmentedView(drawnNumbers(first + index), augmentation)
          return (
            <div key={id} className="relative clip" style={{ transform, aspectRatio: `${width} / ${height}` }}>
              <img
                className="absolute"
                style={view}
                src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
                alt={path}
              />
            </div>
          )
        })}
      </div>
    </figure>
  )
}
