import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { slotTexts, type SlotTarget } from '@vermilion/contract/generations/workflow-slots'
import { type MissingPart, workflowEndpoints } from '@vermilion/contract/generations/workflows'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { labelOf } from './slot-options.ts'
import { slotText } from './slot-text.ts'
import styles from './slots.module.css'

interface MissingName extends Pick<MissingPart, 'input' | 'name' | 'near'> {
  readonly targets: SlotTarget[]
}

function namesOf(missing: readonly MissingPart[]): MissingName[] {
  const names = new Map<string, MissingName>()
  for (const { nodeId, input, name, near } of missing) {
    const key = `${input} ${name}`
    const existing = names.get(key) ?? { input, name, near, targets: [] }
    existing.targets.push({ nodeId, input: input ?? 'class_type' })
    names.set(key, existing)
  }
  return [...names.values()]
}

interface MissingPartsProps {
  workflowId: string
  content: WorkflowContent
  missing: readonly MissingPart[]
  onChanged: () => void
}

export function MissingParts({ workflowId, content, missing, onChanged }: MissingPartsProps) {
  const t = useText(slotText)
  const [busy, setBusy] = useState<string | null>(null)
  const put = async (targets: readonly SlotTarget[], value: string) => {
    const values = targets.map((target) => ({ ...target, value }))
    await call(workflowEndpoints.updateWorkflow, { params: { workflowId }, body: { values } })
    onChanged()
    await refresh('/workflows')
  }
  const replace = async ({ targets, name: missingName }: MissingName, name: string) => {
    setBusy(`${missingName} ${name}`)
    try {
      await put(targets, name)
      offerUndo(t('taken', { name, missing: missingName }), () => put(targets, missingName))
    } catch (problem) {
      notify.error(t('takeFailed', { reason: problemWords(problem) }))
    } finally {
      setBusy(null)
    }
  }
  return (
    <ul className="grid gap-10">
      {namesOf(missing).map((part) => (
        <li className="padding-10-14 border radius-8 break-anywhere" key={`${part.input} ${part.name}`}>
          <p>
            <Kind input={part.input} />{' '}
            <b className="weight-550" translate="no">
              {part.name}
            </b>{' '}
            {part.input !== null && (
              <small className="text-tertiary">
                {t('at', { places: part.targets.map((target) => labelOf(content, target)).join(', ') })}
              </small>
            )}
          </p>
          {part.near.length > 0 && (
            <div className={`${styles['near']} wrapping-row margin-top-6`}>
              <span className="text-secondary">{t('it')}</span>
              {part.near.map((name) =>
                part.input === null ? (
                  <code key={name}>{name}</code>
                ) : (
                  <Button
                    key={name}
                    size="small"
                    loading={busy === `${part.name} ${name}`}
                    disabled={busy !== null && busy !== `${part.name} ${name}`}
                    aria-label={t('take', { name, missing: part.name })}
                    title={t('take', { name, missing: part.name })}
                    onClick={() => void replace(part, name)}
                  >
                    <span translate="no">{name}</span>
                  </Button>
                ),
              )}
            </div>
          )}
          {part.near.length === 0 && (
            <p className="note margin-bottom-14" style={{ margin: '4px 0 0' }}>
              {t('noneNear')}
            </p>
          )}
          {part.input === null && (
            <p className="note margin-bottom-14" style={{ margin: '4px 0 0' }}>
              {t('nodeHint')}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Kind({ input }: { input: string | null }) {
  const t = useText(slotText)
  const language = useSystem((system) => system.lang)
  switch (input) {
    case null:
      return t('node')
    case 'ckpt_name':
    case 'unet_name':
      return localize(slotTexts.checkpoint, language)
    case 'lora_name':
      return localize(slotTexts.loras, language)
    case 'control_net_name':
      return t('controlnet')
    case 'vae_name':
      return t('vae')
    case 'image':
      return t('picture')
    default:
      return <span translate="no">{input}</span>
  }
}
