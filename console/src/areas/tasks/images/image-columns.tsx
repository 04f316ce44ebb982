import { offerOf } from '@vermilion/contract/resources/executors'
import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { sayText, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { askToDeleteImage } from './delete-image.ts'
import { ImageStatus } from './image-status.tsx'
import { labelWords, text } from './text.ts'

interface Actions {
  onShow: (image: TrainingImage) => void
  onEdit: (image: TrainingImage) => void
}

/** What an image is, what it trains on, and where it runs. */
export function useImageColumns({ onShow, onEdit }: Actions): Column<TrainingImage>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, title }) => <TwoLines first={say(title, language)} second={name} />,
    },
    { key: 'status', title: t('origin'), width: 130, cell: (image) => <ImageStatus image={image} /> },
    {
      key: 'address',
      title: t('address'),
      cell: ({ address, framework }) => <TwoLines first={address} second={framework} />,
    },
    {
      key: 'labelTypes',
      title: t('labelTypes'),
      cell: ({ labelTypes }) => <Tags tags={labelTypes.map((type) => labelWords(type, t))} />,
    },
    {
      key: 'executors',
      title: t('executors'),
      cell: ({ executors, accelerators }) => (
        <TwoLines
          first={executors.map((executor) => sayText(offerOf(executor).name, language)).join(', ')}
          second={accelerators.length === 0 ? t('cpuOnly') : accelerators.join(', ')}
        />
      ),
    },
    {
      key: 'writes',
      title: t('writes'),
      wide: true,
      cell: ({ writes }) => <TwoLines first={writes.slice(0, 2).join(', ')} second={writes.slice(2).join(', ')} />,
    },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (image) => (
        <RowMenu
          label={t('actionsOf', { name: image.name })}
          actions={[
            { key: 'show', words: t(image.id === null ? 'show' : 'showCheck'), run: () => onShow(image) },
            ...(image.id === null
              ? []
              : [
                  { key: 'edit', words: t('edit'), run: () => onEdit(image) },
                  { key: 'delete', words: t('delete'), danger: true, run: () => askToDeleteImage(image, t) },
                ]),
          ]}
        />
      ),
    },
  ]
}
