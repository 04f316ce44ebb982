import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { offerOf } from '@vermilion/contract/tasks/executors'
import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import type { ReactNode } from 'react'
import { unknownValue } from '#lib/format.ts'
import { localize, useText, type Translate } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Chips } from '#ui/chips/chips.tsx'
import { CoverName } from '#ui/cover/cover-name.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { RowActions } from '#ui/menu/row-actions.tsx'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { call } from '#lib/api.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { labelTypeName, shortLabelTypeName, text } from './text.ts'

interface Actions {
  onShow: (image: TrainingImage) => void
  onEdit: (image: TrainingImage) => void
  onTrain: (image: TrainingImage) => void
}

const signs: Record<TrainingImage['taskKind'], ReactNode> = {
  training: <ThunderboltOutlined />,
  'fine-tuning': <ControlOutlined />,
  'cloud-inference': <EyeOutlined />,
  'board-inference': <HddOutlined />,
}

const chips: ReadonlyMap<string, string> = new Map([
  ['rknn-lite', 'Rockchip NPU'],
  ['trtexec', 'NVIDIA GPU'],
])
const makes: ReadonlyMap<string, string> = new Map([
  ['nvidia', 'NVIDIA GPU'],
  ['amd', 'AMD GPU'],
])

const nameOf = (product: string | undefined) =>
  product === undefined ? unknownValue : <span translate="no">{product}</span>

export function useImageColumns(actions: Actions): Column<TrainingImage>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      maxWidth: 380,
      cell: ({ name, title, taskKind }) => (
        <CoverName covers={[]} icon={signs[taskKind]} first={say(title, language)} second={name} />
      ),
    },
    {
      key: 'kind',
      title: t('kind'),
      width: 120,
      cell: (image) => (
        <TwoLines
          first={t(image.generates ? 'kind-generation' : `kind-${image.taskKind}`)}
          second={<ImageStatus image={image} />}
        />
      ),
    },
    {
      key: 'labelTypes',
      title: t('labelTypes'),
      width: 200,
      wide: true,
      cell: ({ labelTypes }) =>
        labelTypes.length === 0 ? (
          unknownValue
        ) : (
          <Chips
            chips={labelTypes.map((type) => ({ text: shortLabelTypeName(type, t) }))}
            max={3}
            title={labelTypes.map((type) => labelTypeName(type, t)).join(', ')}
          />
        ),
    },
    {
      key: 'executors',
      title: t('executors'),
      width: 150,
      cell: ({ executors, accelerators, taskKind, framework }) => (
        <TwoLines
          first={executors.map((executor) => localize(offerOf(executor).name, language)).join(', ')}
          second={
            taskKind === 'board-inference'
              ? nameOf(chips.get(framework))
              : accelerators.length === 0
                ? t('cpuOnly')
                : nameOf(accelerators.map((make) => makes.get(make) ?? make).join(', '))
          }
        />
      ),
    },
    {
      key: 'address',
      title: t('framework'),
      width: 250,
      maxWidth: 280,
      wide: true,
      cell: ({ address, framework }) => <TwoLines first={framework} second={<Address address={address} />} />,
    },
    {
      key: 'writes',
      title: t('writes'),
      width: 260,
      wide: true,
      asked: true,
      cell: ({ writes }) => <Chips chips={writes.map((message) => ({ text: message }))} max={2} />,
    },
    { key: 'menu', title: '', width: 120, numeric: true, cell: (image) => <ImageActions image={image} {...actions} /> },
  ]
}

const maxAddressLength = 34

/** A long address is shortened at its beginning; name and tag stay, and the tooltip has all of it. */
function Address({ address }: { address: string }) {
  const end = address.length > maxAddressLength ? address.lastIndexOf('/') + 1 : 0
  return (
    <span title={address}>
      {end > 0 && '…/'}
      {address.slice(end)}
    </span>
  )
}

function ImageActions({ image, onShow, onEdit, onTrain }: Actions & { image: TrainingImage }) {
  const t = useText(text)
  const isTrainer = image.taskKind === 'training' && !image.generates
  return (
    <RowActions
      main={['train']}
      label={t('actionsOf', { name: image.name })}
      actions={[
        ...(isTrainer ? [{ key: 'train', text: t('train'), run: () => onTrain(image) }] : []),
        { key: 'show', text: t(image.id === null ? 'show' : 'showCheck'), run: () => onShow(image) },
        ...(image.id === null
          ? []
          : [
              { key: 'edit', text: t('edit'), run: () => onEdit(image) },
              { key: 'delete', text: t('delete'), danger: true, run: () => askToDeleteImage(image, t) },
            ]),
      ]}
    />
  )
}

const tones = { running: 'active', passed: 'good', warned: 'warning', failed: 'bad' } as const satisfies Record<
  string,
  Tone
>

function ImageStatus({ image: { id, check } }: { image: Pick<TrainingImage, 'id' | 'check'> }) {
  const t = useText(text)
  if (id === null) return <>{t('builtIn')}</>
  if (check === null) return <Status tone="neutral">{t('untried')}</Status>
  return <Status tone={tones[check.status]}>{t(check.status)}</Status>
}

function askToDeleteImage({ id, name }: TrainingImage, t: Translate<typeof text.en>): void {
  if (id === null) return
  confirm({
    title: t('deleteTitle', { name }),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
    run: () => call(imageEndpoints.deleteTrainingImage, { params: { imageId: id } }),
    done: t('deletedSuccess'),
    stale: ['/training-images'],
  })
}
