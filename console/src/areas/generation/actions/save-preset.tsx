import { generationEndpoints } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { useQuery } from '@tanstack/react-query'
import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import { useId, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import styles from '../generation.module.css'
import { text } from '../text.ts'

interface SavePresetProps {
  config: GenerationConfig
  onClose: () => void
}

export function SavePreset({ config, onClose }: SavePresetProps) {
  const t = useText(text)
  const id = useId()
  const presets = useQuery(read(generationEndpoints.listPresets, {}))
  const [name, setName] = useState(config.name)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const trimmed = name.trim()
  const existing = presets.data?.find((preset) => preset.name === trimmed)
  const save = async () => {
    if (busy) return
    if (trimmed === '') return setProblem(t('nameMissing'))
    setBusy(true)
    const body = { name: trimmed, config }
    try {
      if (existing === undefined) await call(generationEndpoints.createPreset, { body })
      else await call(generationEndpoints.replacePreset, { params: { presetId: existing.id }, body })
      notify.success(t('presetSaved'))
      void refresh('/generation-presets')
      onClose()
    } catch (caught) {
      setProblem(`${t('presetFailed')}: ${problemWords(caught)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('savePreset')}
      okText={existing === undefined ? t('save') : t('replace')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      width={440}
      centered
      zIndex={1100}
      afterOpenChange={(open) => open && document.getElementById(id)?.focus()}
    >
      <div className={`${styles['field']} grid gap-6`}>
        <label htmlFor={id}>{t('presetName')}</label>
        <Input
          id={id}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setProblem(null)
          }}
          onPressEnter={() => void save()}
        />
      </div>
      <p className="faint">{existing === undefined ? t('presetHint') : t('presetReplaces')}</p>
      {problem !== null && (
        <p role="alert" className="margin-top-8 text-error">
          {problem}
        </p>
      )}
    </Modal>
  )
}
