import { maxObjectsPerKind, type SceneItem } from '@vermilion/contract/generations/config'
import { type ItemThing, itemThings, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { useSceneWord } from '#areas/files'
import { type Choice, combine, countCombinations, isCounted, noChoice } from './combinations.ts'
import styles from './items.module.css'
import { partsText } from './parts-text.ts'
import { text } from './text.ts'

interface CombinationDialogProps {
  capabilities: WorkflowCapabilities
  max: number
  onAdd: (items: SceneItem[]) => void
  onClose: () => void
}

export function CombinationDialog({ capabilities, max, onAdd, onClose }: CombinationDialogProps) {
  const t = useText(text)
  const parts = useText(partsText)
  const [choice, setChoice] = useState<Choice>(noChoice)
  const count = countCombinations(choice)
  const choose = (thing: ItemThing, words: readonly string[]) =>
    setChoice((now) => ({ ...now, words: { ...now.words, [thing]: words } }))
  return (
    <Modal
      open
      title={parts('combineTitle')}
      okText={parts('combineAdd', { count })}
      cancelText={parts('cancel')}
      okButtonProps={{ disabled: count === 0 || count > max }}
      onOk={() => {
        onAdd(combine(choice))
        onClose()
      }}
      onCancel={onClose}
      width={680}
      centered
      zIndex={1100}
    >
      <p className="text-secondary">{parts('combineWords')}</p>
      <div className={`${styles['things']} grid gap-14`}>
        {itemThings.map((thing) => (
          <fieldset key={thing} className={`${styles['thing']} plain-group`}>
            <legend>{t(thing)}</legend>
            <div className={`${styles['words']} wrapping-row gap-4-14`}>
              <WordChoice
                label={t(thing)}
                words={capabilities.vocabulary?.[thing] ?? null}
                chosen={choice.words[thing]}
                onChoose={(words) => choose(thing, words)}
              />
              {isCounted(thing) && choice.words[thing].length > 0 && (
                <label
                  className={`${styles['each']} inline-row push-right text-secondary cursor-default gap-6 min-height-28`}
                >
                  {parts('each')}
                  <NumberInput
                    integer
                    filled
                    min={0}
                    max={maxObjectsPerKind}
                    value={choice.counts[thing]}
                    onChange={(each) => setChoice((now) => ({ ...now, counts: { ...now.counts, [thing]: each ?? 1 } }))}
                  />
                </label>
              )}
            </div>
          </fieldset>
        ))}
      </div>
      <p aria-live="polite">
        {count > max
          ? t('tooMany', { most: max })
          : count === 0
            ? parts('combineNone')
            : parts('combineResult', { count })}
      </p>
    </Modal>
  )
}

interface WordChoiceProps {
  label: string
  words: readonly string[] | null
  chosen: readonly string[]
  onChoose: (words: readonly string[]) => void
}

function WordChoice({ label, words, chosen, onChoose }: WordChoiceProps) {
  const parts = useText(partsText)
  const wordOf = useSceneWord()
  if (words === null) {
    return (
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', '，', '；']}
        style={{ flex: 1 }}
        aria-label={label}
        placeholder={parts('combineFree')}
        value={[...chosen]}
        onChange={onChoose}
      />
    )
  }
  return words.map((word) => (
    <label className="inline-row gap-6 min-height-28 cursor-pointer" key={word}>
      <input
        type="checkbox"
        checked={chosen.includes(word)}
        onChange={({ target }) =>
          onChoose(words.filter((one) => (one === word ? target.checked : chosen.includes(one))))
        }
      />
      {wordOf(word)}
    </label>
  ))
}
