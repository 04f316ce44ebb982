import { say } from '@vermilion/contract/kernel/text'
import Checkbox from 'antd/es/checkbox'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { NewUpload } from '#lib/upload/upload.ts'
import { visibleName } from '#lib/visible-name.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import styles from './upload-dialog.module.css'
import { type Conflict, uploadsOf, type UploadPlan } from './upload-plan.ts'
import { uploadText } from './upload-text.ts'
import { WindowedList } from './windowed-list.tsx'

interface UploadDialogProps {
  plan: UploadPlan
  /** Called with an empty list when the upload was canceled. */
  onDecided: (added: readonly NewUpload[]) => void
}

const rowHeight = 34

export function UploadDialog({ plan, onDecided }: UploadDialogProps) {
  const t = useText(uploadText)
  useFocusBack()
  const [conflict, setConflict] = useState<Conflict>('skip')
  const [each, setEach] = useState<ReadonlyMap<string, Conflict> | null>(null)
  const [unpack, setUnpack] = useState(true)
  const existingFiles = plan.files.filter(({ target }) => plan.existing.has(target))
  const sent = uploadsOf(plan, { conflict, each: each ?? new Map(), unpack })
  const bytes = sent.reduce((sum, { file }) => sum + file.size, 0)
  const noRoom = bytes > plan.freeSpace
  return (
    <Modal
      open
      title={t('planTitle', { count: plan.files.length, size: formatSize(plan.bytes) })}
      okText={t('start', { count: sent.length })}
      okButtonProps={{ disabled: noRoom || sent.length === 0 }}
      cancelText={t('cancel')}
      onOk={() => onDecided(sent)}
      onCancel={() => onDecided([])}
      width={620}
      centered
    >
      {noRoom && (
        <p role="alert" className="text-error-text">
          {t('noRoom', { size: formatSize(bytes), free: formatSize(plan.freeSpace) })}
        </p>
      )}
      {existingFiles.length > 0 && (
        <ExistingFiles
          plan={plan}
          existingFiles={existingFiles}
          conflict={conflict}
          onConflict={setConflict}
          each={each}
          onEach={setEach}
        />
      )}
      {plan.refused.length > 0 && <RefusedFiles plan={plan} />}
      {plan.archives > 0 && (
        <section className="margin-top-16">
          <Checkbox checked={unpack} onChange={({ target }) => setUnpack(target.checked)}>
            {t('archives', { count: plan.archives })}
          </Checkbox>
          <p className={`${styles['hint']} faint`}>{t('archivesHint')}</p>
        </section>
      )}
    </Modal>
  )
}

interface ExistingFilesProps {
  plan: UploadPlan
  existingFiles: UploadPlan['files']
  conflict: Conflict
  onConflict: (conflict: Conflict) => void
  /** Decisions by file; null when one decision applies to all. */
  each: ReadonlyMap<string, Conflict> | null
  onEach: (each: ReadonlyMap<string, Conflict> | null) => void
}

function ExistingFiles({ plan, existingFiles, conflict, onConflict, each, onEach }: ExistingFilesProps) {
  const t = useText(uploadText)
  const choices = [
    { value: 'skip' as const, label: t('skip') },
    { value: 'keep-both' as const, label: t('keepBoth') },
    { value: 'replace' as const, label: t('replace') },
  ]
  return (
    <section className="margin-top-16" aria-label={t('existing', { count: existingFiles.length })}>
      <h3 className="heading margin-bottom-8">{t('existing', { count: existingFiles.length })}</h3>
      <Radio.Group
        value={conflict}
        onChange={(event) => {
          onConflict(event.target.value as Conflict)
          onEach(each === null ? null : new Map())
        }}
        options={choices}
        aria-label={t('forAll')}
      />
      <Checkbox checked={each !== null} onChange={({ target }) => onEach(target.checked ? new Map() : null)}>
        {t('each')}
      </Checkbox>
      <WindowedList
        items={existingFiles}
        itemKey={({ target }) => target}
        rowHeight={() => rowHeight}
        label={t('existing', { count: existingFiles.length })}
        render={({ target, file }) => (
          <div className="row gap-12 full-height border-bottom">
            <span className="ellipsis grow min-width-0" title={target}>
              {target}
            </span>
            {each === null ? (
              <small className="hint tabular" style={{ maxWidth: '60%' }}>
                {t('sizes', {
                  there: formatSize(plan.existing.get(target) ?? 0),
                  chosen: formatSize(file.size),
                })}
              </small>
            ) : (
              <select
                className="border-strong radius-6 ground-panel text-inherit font-inherit font-13"
                style={{ height: 26 }}
                value={each.get(target) ?? conflict}
                onChange={(event) => onEach(new Map(each).set(target, event.target.value as Conflict))}
                aria-label={target}
              >
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </div>
        )}
      />
    </section>
  )
}

function RefusedFiles({ plan }: { plan: UploadPlan }) {
  const t = useText(uploadText)
  const language = useSystem((system) => system.lang)
  return (
    <section className="margin-top-16" aria-label={t('refused', { count: plan.refused.length })}>
      <h3 className="heading margin-bottom-8">{t('refused', { count: plan.refused.length })}</h3>
      <WindowedList
        items={plan.refused}
        itemKey={({ path }, index) => `${index} ${path}`}
        rowHeight={() => rowHeight}
        label={t('refused', { count: plan.refused.length })}
        render={({ path, reason }) => (
          <div className="row gap-12 full-height border-bottom">
            <span className="ellipsis grow min-width-0" title={visibleName(path)}>
              {visibleName(path)}
            </span>
            <small className="text-error-text font-12 tabular" style={{ maxWidth: '60%' }}>
              {say(reason, language)}
            </small>
          </div>
        )}
      />
    </section>
  )
}
