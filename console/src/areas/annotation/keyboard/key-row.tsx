import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { type Keymap, keysOf } from '@vermilion/canvas/editor/commands/keymap'
import Button from 'antd/es/button'
import { useState, useEffect, useEffectEvent } from 'react'
import { useText } from '#lib/i18n.ts'
import { Keys, namesOfKeys } from '#ui/keyboard/keys.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import styles from './keyboard-settings.module.css'
import { keyboardText } from './keyboard-text.ts'
import type { KeyedCommand } from '#ui/keyboard/studio-commands.ts'
import { type Obstacle, obstacleTo, withKey, withoutKey } from './new-key.ts'
import { keyInputOf } from '@vermilion/canvas/dom-input'
import { combinationOf } from '@vermilion/canvas/editor/input'

interface KeyRowProps {
  command: KeyedCommand
  keymap: Keymap
  labelKeys: ReadonlyMap<string, string>
  recording: boolean
  onRecord: (on: boolean) => void
  onChange: (keymap: Keymap) => void
  onReset: () => void
}

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function KeyRow({ command, keymap, labelKeys, recording, onRecord, onChange, onReset }: KeyRowProps) {
  const t = useText(keyboardText)
  const names = useText(studioCommandText)
  const [pressed, setPressed] = useState<{ combination: string; obstacle: Obstacle } | null>(null)
  const message = names(command.id)
  const keys = keysOf(command, keymap)
  const changed = Object.hasOwn(keymap.keys, command.id)
  const named = (combination: string) => namesOfKeys(combination).join('+')

  useKeyPress(recording, (combination) => {
    onRecord(false)
    if (combination === null) return setPressed(null)
    const obstacle = obstacleTo({ command, combination, keymap, labelKeys })
    setPressed(obstacle && { combination, obstacle })
    if (obstacle === null) onChange(withKey(keymap, command, combination))
  })

  const decide = (here: boolean) => {
    if (here && pressed) onChange(withKey(keymap, command, pressed.combination))
    setPressed(null)
  }
  return (
    <li>
      <div
        className={`${styles['row']} row gap-4 radius-6 min-height-34 hover-ground-quaternary`}
        data-changed={changed}
      >
        <span className={`${styles['name']} grow min-width-0`}>{message}</span>
        <span className={`${styles['keys']} flex wrap gap-4 justify-end`}>
          {keys.map((key) => (
            <button
              className="quiet-button radius-6"
              style={{ padding: 2 }}
              key={key}
              type="button"
              aria-label={t('takeAway', { key: named(key), command: message })}
              title={t('takeAway', { key: named(key), command: message })}
              onClick={() => onChange(withoutKey(keymap, command, key))}
            >
              <span aria-hidden>
                <Keys combination={key} />
              </span>
            </button>
          ))}
          {recording ? (
            <output className={`${styles['press']} radius-6 font-13`}>{t('press')}</output>
          ) : (
            keys.length === 0 && <span className="faint">{t('none')}</span>
          )}
        </span>
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('add', { command: message })}
          title={t('add', { command: message })}
          onClick={() => {
            setPressed(null)
            onRecord(!recording)
          }}
        />
        <Button
          type="text"
          size="small"
          icon={<UndoOutlined aria-hidden />}
          aria-label={t('reset', { command: message })}
          title={t('reset', { command: message })}
          style={{ visibility: changed ? 'visible' : 'hidden' }}
          onClick={onReset}
        />
      </div>
      {pressed && (
        <div className={`${styles['obstacle']} wrapping-row gap-6 padding-6-10 radius-6 font-13`} role="alert">
          <ObstacleWords combination={named(pressed.combination)} obstacle={pressed.obstacle} />
          {pressed.obstacle.kind === 'taken' && (
            <>
              <Button size="small" type="primary" onClick={() => decide(true)}>
                {t('useHere')}
              </Button>
              <Button size="small" onClick={() => decide(false)}>
                {t('leave')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

function ObstacleWords({ combination: key, obstacle }: { combination: string; obstacle: Obstacle }) {
  const t = useText(keyboardText)
  const names = useText(studioCommandText)
  switch (obstacle.kind) {
    case 'taken':
      return <p>{t('conflict', { key, command: obstacle.by.map(({ id }) => names(id)).join(', ') })}</p>
    case 'label':
      return <p>{t('labelConflict', { key, label: obstacle.label })}</p>
    case 'reserved':
    case 'browser':
      return <p>{t(obstacle.kind, { key })}</p>
  }
}

const modifiers = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']

/** Reports the next pressed combination; null for Escape or a click elsewhere. */
function useKeyPress(waiting: boolean, onPress: (combination: string | null) => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!waiting) return
    const handle = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (modifiers.includes(event.key) || event.repeat) return
      press(event.key === 'Escape' ? null : combinationOf(keyInputOf('key-down', event)))
    }
    const leave = () => press(null)
    addEventListener('keydown', handle, { capture: true })
    addEventListener('pointerdown', leave)
    return () => {
      removeEventListener('keydown', handle, { capture: true })
      removeEventListener('pointerdown', leave)
    }
  }, [waiting])
}
