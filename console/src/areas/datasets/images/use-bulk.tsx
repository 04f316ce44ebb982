import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { itemChangeEndpoints, type ItemChange } from '@vermilion/contract/datasets/changes'
import type { ItemFilter, ItemSelection, ListedItem } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
import { labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import type { Selection } from '#ui/selection/selection.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { text } from './text.ts'
import { SplitDialog } from './split-dialog.tsx'
import { TagsField } from '#ui/form/tags-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { AssignImages } from '../assignments/assign-images.tsx'
import Radio from 'antd/es/radio'
import { NumberInput } from '#ui/form/number-input.tsx'
import Select from 'antd/es/select'
import { CreateVersion } from '../versions/create-version.tsx'

const dialogs = {
  split: SplitDialog,
  tags: TagsDialog,
  assign: AssignImages,
  suggestions: SuggestionsDialog,
  class: ClassDialog,
}

interface BulkNeeds {
  dataset: Dataset
  selection: Selection<ListedItem>
  filter: ItemFilter
  placed: IndexedList<ListedItem>
  onOpen: (itemId: string) => void
  onFindSimilar: (fileId: string) => void
}

export function useBulk(needs: BulkNeeds): { actions: FileAction[]; dialog: ReactNode } {
  const { dataset, selection, placed } = needs
  const t = useText(text)
  const [opened, setOpened] = useState<keyof typeof dialogs | 'version' | null>(null)
  const refreshAll = () => refresh('/datasets', '/assignments', '/items')

  const change = async (itemChange: ItemChange) => {
    const params = { datasetId: dataset.id }
    const body = { selection: itemSelectionOf(needs), change: itemChange }
    const { items, undoId, workId } = await call(itemChangeEndpoints.changeItems, { params, body })
    void refreshAll()
    const message = workId === null ? t('changed', { count: items }) : t('changing', { count: selection.count })
    if (undoId === null) notify.success(message)
    else
      offerUndo(message, async () => {
        await call(itemChangeEndpoints.undoItemChange, { params: { undoId } })
        await refreshAll()
      })
  }
  const changeNow = (itemChange: ItemChange) =>
    void change(itemChange).catch((problem) => notify.error(problemWords(problem)))
  const removeFromDataset = () => {
    changeNow({ takeOut: true })
    selection.clear()
  }
  const label = () => {
    const { chosen } = selection
    const [first] = chosen.all ? [placed.at(0)] : chosen.items.values()
    if (first !== undefined) needs.onOpen(first.id)
  }
  const [only] = !selection.chosen.all && selection.count === 1 ? selection.chosen.items.values() : []
  const hasClasses = (labelKinds[dataset.labelType] as readonly string[]).includes('class')
  const actions: FileAction[] = [
    { key: 'label', text: t('labelNow'), icon: <EditOutlined aria-hidden />, run: label },
    ...(hasClasses ? [{ key: 'class', text: t('setClass'), run: () => setOpened('class') }] : []),
    { key: 'split', text: t('setSplit'), run: () => setOpened('split') },
    { key: 'tags', text: t('setTags'), run: () => setOpened('tags') },
    { key: 'assign', text: t('assign'), run: () => setOpened('assign') },
    { key: 'suggestions', text: t('acceptSuggestions'), more: true, run: () => setOpened('suggestions') },
    ...(only?.available === true
      ? [{ key: 'similar', text: t('similar'), more: true, run: () => needs.onFindSimilar(only.fileId) }]
      : []),
    ...(selection.chosen.all && selection.chosen.items.size === 0
      ? [{ key: 'version', text: t('makeVersion'), more: true, run: () => setOpened('version') }]
      : []),
    { key: 'again', text: t('labelAgain'), more: true, run: () => changeNow({ status: 'to-label' }) },
    { key: 'clear', text: t('clearLabels'), more: true, danger: true, run: () => changeNow({ clear: true }) },
    { key: 'out', text: t('takeOut'), more: true, danger: true, run: removeFromDataset },
  ]
  if (opened === 'version')
    return {
      actions,
      dialog: (
        <CreateVersion
          dataset={dataset}
          filter={isEmpty(needs.filter) ? undefined : needs.filter}
          onClose={() => setOpened(null)}
        />
      ),
    }
  const Dialog = opened === null ? null : dialogs[opened]
  const dialog = Dialog !== null && (
    <Dialog dataset={dataset} count={selection.count} onChange={change} onClose={() => setOpened(null)} />
  )
  return { actions, dialog }
}

const isEmpty = (filter: ItemFilter) => Object.keys(filter).length === 0

function itemSelectionOf({ selection: { chosen }, filter }: Pick<BulkNeeds, 'selection' | 'filter'>): ItemSelection {
  const keys = [...chosen.items.keys()]
  return chosen.all ? { filter, except: keys } : { itemIds: keys }
}

function TagsDialog({ count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [addTags, setAddTags] = useState<string[]>([])
  const [removeTags, setRemoveTags] = useState<string[]>([])
  const nothing = addTags.length + removeTags.length === 0
  return (
    <ChangeDialog
      title={t('tagsTitle', { count })}
      count={count}
      change={nothing ? null : { addTags, removeTags }}
      onChange={onChange}
      onClose={onClose}
    >
      <label className="stack gap-4" htmlFor="add-tags">
        <span className="note">{t('addTags')}</span>
        <TagsField id="add-tags" value={addTags} onChange={setAddTags} />
      </label>
      <label className="stack gap-4" htmlFor="remove-tags">
        <span className="note">{t('removeTags')}</span>
        <TagsField id="remove-tags" value={removeTags} onChange={setRemoveTags} />
      </label>
    </ChangeDialog>
  )
}

function SuggestionsDialog({ count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [minimumScore, setMinimumScore] = useState(0.5)
  const [others, setOthers] = useState<'keep' | 'remove'>('keep')
  return (
    <ChangeDialog
      title={t('suggestionsTitle', { count })}
      count={count}
      change={{ acceptSuggestions: { minimumScore, others } }}
      onChange={onChange}
      onClose={onClose}
    >
      <label className="stack gap-4">
        <span className="note">{t('fromScore')}</span>
        <NumberInput min={0} max={1} step={0.05} value={minimumScore} onChange={(next) => setMinimumScore(next ?? 0)} />
      </label>
      <Radio.Group
        vertical
        value={others}
        onChange={({ target }) => setOthers(target.value as 'keep' | 'remove')}
        options={[
          { value: 'keep', label: t('keepOthers') },
          { value: 'remove', label: t('removeOthers') },
        ]}
      />
      <small>{t('suggestionsHint')}</small>
    </ChangeDialog>
  )
}

const modes = ['set', 'add', 'remove'] as const

type Mode = (typeof modes)[number]

function ClassDialog({ dataset, count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [labelId, setLabelId] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode>('set')
  return (
    <ChangeDialog
      title={t('classTitle', { count })}
      count={count}
      change={labelId === null ? null : { labelId, mode }}
      onChange={onChange}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <span className="note" aria-hidden>
          {t('label')}
        </span>
        <Select<string | null>
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('label')}
          placeholder={t('chooseLabel')}
          value={labelId}
          onChange={setLabelId}
          options={dataset.labels.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <Radio.Group
        vertical
        value={mode}
        onChange={({ target }) => setMode(target.value as Mode)}
        options={modes.map((one) => ({ value: one, label: t(`mode-${one}`) }))}
      />
    </ChangeDialog>
  )
}
