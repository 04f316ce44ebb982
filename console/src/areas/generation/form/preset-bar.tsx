import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { generationEndpoints, type Preset } from '@vermilion/contract/generations'
import { type GenerationConfig, generationConfig } from '@vermilion/contract/generations/config'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { type RefObject, useId, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { saveConfig } from '../actions/generation-actions.tsx'
import styles from './form.module.css'
import { text } from './text.ts'
import { SavePreset } from '../actions/save-preset.tsx'

interface PresetBarProps {
  current: () => GenerationConfig
  onConfig: (config: GenerationConfig) => void
}

export function PresetBar({ current, onConfig }: PresetBarProps) {
  const t = useText(text)
  const id = useId()
  const presets = useQuery(read(generationEndpoints.listPresets, {}))
  const [selectedId, setSelectedId] = useState<string | undefined>()
  const [saved, setSaved] = useState<GenerationConfig | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const selected = presets.data?.find((preset) => preset.id === selectedId)
  const choose = (presetId: string) => {
    const preset = presets.data?.find((one) => one.id === presetId)
    setSelectedId(presetId)
    if (preset !== undefined) onConfig(preset.config)
  }
  const askToDelete = ({ id: presetId, name }: Preset) =>
    confirm({
      title: t('deletePresetTitle', { name }),
      body: t('deletePresetBody'),
      action: t('delete'),
      danger: true,
      run: async () => {
        await call(generationEndpoints.deletePreset, { params: { presetId } })
        setSelectedId(undefined)
        notify.success(t('deletedPreset'))
        void refresh('/generation-presets')
      },
    })
  return (
    <div className={`${styles['presets']} row gap-8 margin-bottom-16 border-bottom`}>
      <label htmlFor={id}>{t('preset')}</label>
      <Select<string>
        id={id}
        value={selected?.id ?? null}
        loading={presets.isPending}
        placeholder={t('choosePreset')}
        showSearch={{ optionFilterProp: 'label' }}
        onSelect={choose}
        options={presets.data?.map((preset) => ({ value: preset.id, label: preset.name })) ?? []}
      />
      <Menu
        label={t('presetActions')}
        actions={[
          { key: 'save', text: t('savePreset'), run: () => setSaved(current()) },
          ...(selected === undefined
            ? []
            : [
                {
                  key: 'delete',
                  text: t('deletePreset', { name: selected.name }),
                  danger: true,
                  run: () => askToDelete(selected),
                },
              ]),
          { key: 'import', text: t('importConfig'), run: () => file.current?.click() },
          { key: 'export', text: t('exportConfig'), run: () => saveConfig(current()) },
        ]}
      >
        {(button) => (
          <Button
            {...button}
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={t('presetActions')}
            title={t('presetActions')}
          />
        )}
      </Menu>
      <ConfigFileInput input={file} onConfig={onConfig} />
      {saved !== null && <SavePreset config={saved} onClose={() => setSaved(null)} />}
    </div>
  )
}

interface ConfigFileInputProps {
  input: RefObject<HTMLInputElement | null>
  onConfig: (config: GenerationConfig) => void
}

function ConfigFileInput({ input, onConfig }: ConfigFileInputProps) {
  const t = useText(text)
  const importFile = async (content: Promise<string>) => {
    try {
      onConfig(generationConfig.parse(JSON.parse(await content)))
      notify.success(t('imported'))
    } catch (problem) {
      notify.error(t('importFailed', { reason: reasonOf(problem) }))
    }
  }
  return (
    <input
      ref={input}
      type="file"
      accept="application/json,.json"
      style={{ display: 'none' }}
      aria-label={t('importConfig')}
      onChange={({ target }) => {
        const [picked] = target.files ?? []
        if (picked !== undefined) void importFile(picked.text())
        target.value = ''
      }}
    />
  )
}

function reasonOf(problem: unknown): string {
  const { issues } = problem as { issues?: readonly { path: readonly PropertyKey[]; message: string }[] }
  const [first] = issues ?? []
  if (first !== undefined) return `${first.path.map(String).join('.')}: ${first.message}`
  return problem instanceof Error ? problem.message : String(problem)
}
