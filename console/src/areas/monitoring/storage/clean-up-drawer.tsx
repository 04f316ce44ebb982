import {
  cleanUpEndpoints,
  cleanUpKinds,
  cleanUpOffers,
  heldDays,
  type CleanUpKind,
  type CleanUpPreview,
} from '@vermilion/contract/monitoring/clean-ups'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { localize, useText, type Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { cleanUpText } from './clean-up-text.ts'
import styles from './storage.module.css'

type Part = CleanUpPreview['parts'][number]

/** The default choice: the trash is left out, because users may want things back. */
const usual: readonly CleanUpKind[] = cleanUpKinds.filter((kind) => kind !== 'trash')

export function CleanUpDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(cleanUpText)
  useFocusBack()
  const preview = useQuery({
    queryKey: ['clean-up preview'],
    queryFn: () => call(cleanUpEndpoints.previewCleanUp, { body: { kinds: [...cleanUpKinds] } }),
    gcTime: 0,
    staleTime: 0,
  })
  const [selected, setSelected] = useState<readonly CleanUpKind[]>(usual)
  const parts = preview.data?.parts ?? []
  const going = parts.filter(({ kind, files }) => files > 0 && selected.includes(kind))
  const toggle = (kind: CleanUpKind) =>
    setSelected((now) => (now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind]))

  async function start(): Promise<void> {
    await call(cleanUpEndpoints.startCleanUp, { body: { kinds: going.map(({ kind }) => kind) } })
    notify.success(t('started'))
    void refresh('/clean-ups')
    onClose()
  }
  const begin = () =>
    void start().catch((problem: unknown) => notify.error(`${t('startFailed')}: ${problemWords(problem)}`))
  return (
    <Drawer
      open
      title={t('title')}
      size={520}
      onClose={onClose}
      footer={
        <Button type="primary" disabled={going.length === 0} onClick={begin}>
          {startWords(going, t)}
        </Button>
      }
    >
      {preview.isError && (
        <ProblemState problem={preview.error} failure={t('failed')} onRetry={() => void preview.refetch()} />
      )}
      {preview.isPending && <Bone height={320} />}
      <div className="grid gap-14">
        {parts.map((part) => (
          <PartRow
            key={part.kind}
            part={part}
            isChosen={selected.includes(part.kind)}
            onToggle={() => toggle(part.kind)}
          />
        ))}
      </div>
    </Drawer>
  )
}

function startWords(going: readonly Part[], t: Translate<(typeof cleanUpText)['en']>): string {
  const sizeOf = (isHeld: boolean) => {
    const parts = going.filter(({ kind }) => cleanUpOffers[kind].isHeld === isHeld)
    return parts.length === 0 ? null : formatSize(parts.reduce((sum, part) => sum + part.bytes, 0))
  }
  const [bytes, heldBytes] = [sizeOf(false), sizeOf(true)]
  if (bytes === null) return heldBytes === null ? t('choose') : t('startHeld', { bytes: heldBytes, count: heldDays })
  return heldBytes === null ? t('start', { bytes }) : t('startBoth', { bytes, heldBytes, count: heldDays })
}

function PartRow({ part, isChosen, onToggle }: { part: Part; isChosen: boolean; onToggle: () => void }) {
  const t = useText(cleanUpText)
  const language = useSystem((system) => system.lang)
  const { kind, reason, files, bytes, laterBytes, examples } = part
  const { name, hint, isHeld } = cleanUpOffers[kind]
  const gain = { bytes: formatSize(bytes), count: heldDays }
  const isEmpty = files === 0
  const names = examples.map((one) => `${visibleName(one.name)} (${formatSize(one.bytes)})`).join(', ')
  return (
    <div className={`${styles['part']} grid gap-4-12 padding-14-16 border radius-10`}>
      <Checkbox
        checked={isChosen && !isEmpty}
        disabled={isEmpty}
        onChange={onToggle}
        aria-label={localize(name, language)}
      />
      <b className="weight-600 tabular">{localize(name, language)}</b>
      <b className="weight-600 tabular">{isEmpty ? t('nothing') : t(isHeld ? 'gainLater' : 'gain', gain)}</b>
      <p className="note break-anywhere">{localize(hint, language)}</p>
      {!isEmpty && (
        <p className="note break-anywhere">
          {t('files', { count: files })} · {t('reason', { reason: t(reason) })}
        </p>
      )}
      {!isEmpty && isHeld && <p className="note break-anywhere">{t('held')}</p>}
      {names !== '' && <p className="note break-anywhere">{t('examples', { names })}</p>}
      {laterBytes > 0 && <p className="note break-anywhere">{t('later', { bytes: formatSize(laterBytes) })}</p>}
    </div>
  )
}
