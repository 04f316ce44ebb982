import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget, WorkflowSlotName } from '@vermilion/contract/generations/workflow-slots'
import Select from 'antd/es/select'
import { type ReactNode, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { fittingInputs, keyOf, targetOf } from './slot-options.ts'
import { slotText } from './slot-text.ts'
import styles from './slots.module.css'

interface SlotFieldProps {
  slot: WorkflowSlotName
  content: WorkflowContent
  id?: string
  value?: readonly SlotTarget[]
  onChange?: (targets: SlotTarget[]) => void
}

export function SlotField({ slot, content, id, value = [], onChange }: SlotFieldProps) {
  const t = useText(slotText)
  const isOutput = slot === 'output'
  const { first, links } = useMemo(() => fittingInputs(content, slot), [content, slot])
  const options = [
    { label: t(isOutput ? 'ends' : 'values'), options: first },
    { label: t(isOutput ? 'others' : 'links'), options: links },
  ].filter((group) => group.options.length > 0)
  const shared = {
    ...(id === undefined ? {} : { id }),
    options,
    placeholder: t(isOutput ? 'chooseOutput' : 'stays'),
    notFoundContent: t('none'),
    showSearch: { optionFilterProp: 'label' },
    optionRender: renderInput,
  } as const
  const keys = value.map(keyOf)
  if (isOutput) {
    return <Select<string> {...shared} value={keys[0] ?? null} onChange={(key) => onChange?.([targetOf(key)])} />
  }
  return (
    <Select<string[]>
      {...shared}
      mode="multiple"
      value={keys}
      onChange={(selected) => onChange?.(selected.map(targetOf))}
    />
  )
}

interface RenderedOption {
  data: { label?: ReactNode; present?: string }
}

function renderInput({ data: { label, present } }: RenderedOption): ReactNode {
  return (
    <span className={styles['choice']} translate="no">
      <span>{label}</span>
      <small className="text-tertiary">{present}</small>
    </span>
  )
}
