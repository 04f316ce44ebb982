import { autoLabelEndpoints, type AutoLabelScope, previewed } from '@vermilion/contract/auto-label'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import type { Shape } from '@vermilion/contract/labels/index'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useState } from 'react'
import { LabelOverlay } from '#areas/datasets'
import { addressOf, call } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAction } from '#ui/feedback/use-action.ts'
import { text } from '../text.ts'
import type { Typed } from './typed.ts'

/** The timeout of a preview: large networks on a CPU take half a minute per image. */
const timeout = 5 * 60_000
/** The longer side of a preview picture in pixels. */
const size = 400

interface Previewed {
  item: DatasetItem
  shapes: readonly Shape[] | null
  error: string | null
}

interface PreviewFieldProps {
  dataset: Dataset
  scopeOf: (kind: Typed['scope']) => AutoLabelScope
}

export function PreviewField({ dataset, scopeOf }: PreviewFieldProps) {
  const t = useText(text)
  const form = Form.useFormInstance<Typed>()
  const language = useSystem((system) => system.lang)
  const threshold = Form.useWatch<number>('threshold') ?? 0
  const [all, setAll] = useState<readonly Previewed[] | null>(null)
  const params = { datasetId: dataset.id }

  const predictItem = async (item: DatasetItem, { labeller = '', prompt, mapping, coordinates, tiles }: Typed) => {
    const put = (shapes: readonly Shape[], error: string | null) =>
      setAll((now) => now?.map((one) => (one.item.id === item.id ? { item, shapes, error } : one)) ?? null)
    try {
      const body = {
        labeller,
        prompt,
        coordinates,
        tiles,
        itemId: item.id,
        ...(mapping === undefined ? {} : { mapping }),
      }
      const { shapes, error } = await call(autoLabelEndpoints.previewAutoLabel, { params, body }, { timeout: timeout })
      put(shapes, error === null ? null : localize(error, language))
    } catch (problem) {
      put([], problemWords(problem))
    }
  }
  const [isBusy, predictAll] = useAction(async () => {
    const typed = form.getFieldsValue(true) as Typed
    if (typed.labeller === undefined || typed.prompt.trim() === '') return notify.error(t('fillFirst'))
    const items = await someItems(dataset.id, scopeOf(typed.scope))
    if (items.length === 0) notify.error(t('previewEmpty'))
    setAll(items.map((item) => ({ item, shapes: null, error: null })))
    await Promise.all(items.map((item) => predictItem(item, typed)))
  })
  const labels = new Map(dataset.labels.map((label) => [label.id, label]))
  return (
    <Form.Item>
      <Button loading={isBusy} onClick={predictAll}>
        {t(all === null ? 'preview' : 'previewAgain')}
      </Button>
      {all !== null && (
        <ul
          className="grid gap-12 margin-12-0-0"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}
          aria-live="polite"
        >
          {all.map((one) => (
            <Preview key={one.item.id} {...one} threshold={threshold} labels={labels} />
          ))}
        </ul>
      )}
    </Form.Item>
  )
}

interface PreviewProps extends Previewed {
  threshold: number
  labels: ReadonlyMap<string, Dataset['labels'][number]>
}

function Preview({ item, shapes, error, threshold, labels }: PreviewProps) {
  const t = useText(text)
  const sure = (shapes ?? []).filter(({ score = 1 }) => score >= threshold)
  const name = item.path.slice(item.path.lastIndexOf('/') + 1)
  return (
    <li className="stack gap-4 min-width-0">
      <span
        className="relative block clip ground-tertiary radius-8"
        style={{ aspectRatio: `${item.width} / ${item.height}` }}
      >
        <img
          className="full block"
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })}
          alt={name}
        />
        <LabelOverlay width={item.width} height={item.height} shapes={sure} labels={labels} size={size} named={false} />
      </span>
      <small className="ellipsis text-secondary">{name}</small>
      {error === null ? (
        <small className="ellipsis text-secondary">{shapes === null ? '…' : t('shown', { count: sure.length })}</small>
      ) : (
        <small className="clip text-error white-space-normal" role="alert">
          {error}
        </small>
      )}
    </li>
  )
}

async function someItems(datasetId: string, scope: AutoLabelScope): Promise<DatasetItem[]> {
  const params = { datasetId }
  const filter =
    scope.kind === 'filter'
      ? scope.filter
      : scope.kind === 'unlabelled'
        ? { status: ['to-label' as const, 'rejected' as const] }
        : {}
  const query = { ...filter, available: true }
  const { items: total } = await call(datasetEndpoints.countItems, { params, query })
  const count = Math.min(previewed, total)
  const pages = Array.from({ length: count }, (_, index) =>
    call(datasetEndpoints.listItems, {
      params,
      query: { ...query, limit: 1, offset: Math.floor((index * total) / count) },
    }),
  )
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}
