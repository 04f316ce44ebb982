import { type Keymap, keymapPresets, remapped } from '@vermilion/canvas/editor/commands/keymap'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { KeyRow } from './key-row.tsx'
import styles from './keyboard-settings.module.css'
import { keyboardText } from './keyboard-text.ts'
import { keyedCommands, keyGroups } from '#ui/keyboard/studio-commands.ts'

interface KeyboardSettingsProps {
  labelKeys: ReadonlyMap<string, string>
  onClose: () => void
}

export function KeyboardSettings({ labelKeys, onClose }: KeyboardSettingsProps) {
  const t = useText(keyboardText)
  const names = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const changeStudio = useSystem((system) => system.changeStudio)
  const [search, setSearch] = useState('')
  const [recording, setRecording] = useState<string | null>(null)
  const change = (next: Keymap) => changeStudio({ keymap: next })
  const query = search.trim().toLowerCase()
  const groups = keyGroups
    .map((group) => ({
      group,
      found: keyedCommands[group].filter(({ id }) => names(id).toLowerCase().includes(query)),
    }))
    .filter(({ found }) => found.length > 0)
  return (
    <Modal
      open
      centered
      width={880}
      title={t('title')}
      onCancel={onClose}
      keyboard={recording === null}
      styles={{ body: { maxHeight: 'calc(100vh - 190px)', overflow: 'auto' } }}
      footer={[
        <Button
          key="reset"
          disabled={Object.keys(keymap.keys).length === 0}
          onClick={() => change({ ...keymap, keys: {} })}
        >
          {t('resetAll')}
        </Button>,
        <Button key="done" type="primary" onClick={onClose}>
          {t('done')}
        </Button>,
      ]}
    >
      <p className="margin-0-0-10 text-secondary">{t('words')}</p>
      <fieldset className={`${styles['presets']} grid gap-10 margin-0-0-12 padding-0 border-0`}>
        <legend>{t('preset')}</legend>
        {keymapPresets.map((preset) => (
          <label className="grid align-center padding-8-12 border-strong radius-8 cursor-pointer" key={preset}>
            <input
              type="radio"
              name="keymap-preset"
              checked={keymap.preset === preset}
              onChange={() => change({ ...keymap, preset })}
            />
            <b>{t(preset)}</b>
            <span className="note column-2">{t(`${preset}Words`)}</span>
          </label>
        ))}
      </fieldset>
      <SearchField value={search} onSearch={(message) => setSearch(message ?? '')} label={t('search')} />
      <div className={styles['groups']}>
        {groups.map(({ group, found }) => (
          <section className="margin-bottom-16" key={group}>
            <h3>{names(`keys-${group}`)}</h3>
            <ul>
              {found.map((command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  keymap={keymap}
                  labelKeys={labelKeys}
                  recording={recording === command.id}
                  onRecord={(on) => setRecording(on ? command.id : null)}
                  onChange={change}
                  onReset={() => change(remapped(keymap, command.id, null))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.length === 0 && <p className="margin-0-0-10 text-secondary">{t('nothing')}</p>}
    </Modal>
  )
}
