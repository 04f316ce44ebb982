import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { Label, labelEnd } from '@vermilion/contract/labels/dataset-labels'
import Form from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import type { z } from 'zod'
import { type LabelInput, problemOf, typedLabels, moved, withTyped } from './label-input.ts'
import Input from 'antd/es/input/Input'
import { isComposing } from '#lib/composing.ts'
import { LabelRow } from './label-row.tsx'
import { text } from './text.ts'

interface Question {
  used: readonly UsedLabel[]
  targets: readonly Label[]
  onDecided: (ends: LabelEnds | null) => void
}

export function EditLabels({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useText(text)
  const [question, setQuestion] = useState<Question | null>(null)
  const params = { datasetId: dataset.id }

  const ask = (used: readonly UsedLabel[], takers: readonly Label[]) =>
    new Promise<LabelEnds | null>((resolve) => setQuestion({ used, targets: takers, onDecided: resolve }))
  const submit = async ({ labels }: { labels: LabelInput[] }) => {
    const remainingIds = new Set(labels.map(({ id }) => id))
    const removedLabels = dataset.labels.filter(({ id, leaving }) => !leaving && !remainingIds.has(id))
    if (removedLabels.length === 0) return call(datasetEndpoints.updateLabels, { params, body: { labels } })
    const { classes } = await call(datasetEndpoints.datasetReport, { params })
    const counts = new Map(classes.map(({ labelId, count }) => [labelId, count]))
    const used = removedLabels
      .map((label) => ({ ...label, count: counts.get(label.id) ?? 0 }))
      .filter(({ count }) => count > 0)
    const targets = dataset.labels.filter(({ id, leaving }) => !leaving && remainingIds.has(id))
    const deleted = used.length === 0 ? {} : await ask(used, targets)
    setQuestion(null)
    if (deleted === null) throw new Error(t('keptAsTheyWere'))
    return call(datasetEndpoints.updateLabels, { params, body: { labels, deleted } })
  }
  return (
    <>
      <FormDrawer<{ labels: LabelInput[] }, { workId: string | null }>
        draft={`edit-labels:${dataset.id}`}
        open
        width={560}
        title={t('editLabels')}
        action={t('save')}
        failure={t('failed')}
        initial={{ labels: typedLabels(dataset.labels) }}
        submit={submit}
        fieldOf={{ 'dataset.label-in-use': 'labels' }}
        onClose={onClose}
        onDone={({ workId }) => {
          notify.success(t(workId === null ? 'saved' : 'savedGoesOn'))
          void refresh('/datasets', '/items')
          onClose()
        }}
      >
        <LabelsItem />
      </FormDrawer>
      {question !== null && <EndsDialog {...question} />}
    </>
  )
}

export function LabelsItem({ extra }: { extra?: ReactNode }) {
  const t = useText(text)
  const validator = (_: unknown, labels: LabelInput[] = []) => {
    const problem = problemOf(labels)
    return problem === null ? Promise.resolve() : Promise.reject(new Error(t(`invalid-${problem}`)))
  }
  return (
    <Form.Item name="labels" label={t('labels')} extra={extra ?? t('labelsHint')} rules={[{ validator }]}>
      <LabelsField />
    </Form.Item>
  )
}

interface LabelsFieldProps {
  id?: string
  value?: LabelInput[]
  onChange?: (labels: LabelInput[]) => void
}

function LabelsField({ id, value = [], onChange }: LabelsFieldProps) {
  const t = useText(text)
  const [inputText, setInputText] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const add = () => {
    const labels = withTyped(value, inputText)
    if (labels.length > value.length) onChange?.(labels)
    setInputText('')
  }
  const move = (index: number, by: 1 | -1) => {
    setOpened(null)
    onChange?.(moved(value, index, by))
  }
  return (
    <div className="stack gap-6">
      {value.map((label, index) => (
        <LabelRow
          key={label.id ?? `new-${index}`}
          label={label}
          index={index}
          last={index === value.length - 1}
          usedShortcuts={value.flatMap((other, at) => (at === index ? [] : (other.shortcut ?? [])))}
          opened={opened === index}
          onOpen={() => setOpened(opened === index ? null : index)}
          onChange={(changes) => onChange?.(value.with(index, { ...label, ...changes }))}
          onMove={(by) => move(index, by)}
          onRemove={() => {
            setOpened(null)
            onChange?.(value.filter((_, at) => at !== index))
          }}
        />
      ))}
      <Input
        {...(id === undefined ? {} : { id })}
        value={inputText}
        placeholder={t('addLabel')}
        onChange={({ target }) => setInputText(target.value)}
        onBlur={add}
        onPressEnter={(event) => {
          if (inputText.trim() === '' || isComposing(event.nativeEvent)) return
          // Enter adds the label instead of submitting the form.
          event.preventDefault()
          add()
        }}
      />
    </div>
  )
}

type LabelEnds = Record<string, z.input<typeof labelEnd>>

interface UsedLabel extends Label {
  count: number
}

interface EndsDialogProps {
  used: readonly UsedLabel[]
  targets: readonly Label[]
  onDecided: (ends: LabelEnds | null) => void
}

function EndsDialog({ used, targets: takers, onDecided }: EndsDialogProps) {
  const t = useText(text)
  const [ends, setEnds] = useState<LabelEnds>({})
  const complete = used.every(({ id }) => ends[id] !== undefined)
  const valueOf = (id: string) => {
    const end = ends[id]
    return end === undefined ? null : typeof end === 'string' ? 'delete' : `move:${end.move}`
  }
  const choose = (id: string, value: string | null) =>
    value !== null && setEnds({ ...ends, [id]: value === 'delete' ? 'delete' : { move: value.slice(5) } })
  return (
    <Modal
      open
      centered
      width={500}
      title={t('endsTitle')}
      okText={t('endsAction')}
      cancelText={t('keepLabels')}
      okButtonProps={{ disabled: !complete, danger: Object.values(ends).includes('delete') }}
      onOk={() => onDecided(ends)}
      onCancel={() => onDecided(null)}
      zIndex={1_100}
    >
      <p>{t('endsWords')}</p>
      <div className="stack gap-14 margin-top-12">
        {used.map(({ id, name, count }) => (
          <div key={id} className="stack gap-4">
            <strong className="weight-550">{t('usedLabel', { name, count })}</strong>
            <Select<string | null>
              aria-label={t('endOf', { name })}
              placeholder={t('chooseEnd')}
              value={valueOf(id)}
              onChange={(value) => choose(id, value)}
              options={[
                ...takers.map((label) => ({ value: `move:${label.id}`, label: t('moveTo', { name: label.name }) })),
                { value: 'delete', label: t('deleteThem', { count }) },
              ]}
            />
          </div>
        ))}
      </div>
    </Modal>
  )
}
