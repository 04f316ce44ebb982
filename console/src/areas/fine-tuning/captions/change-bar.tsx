import { type CaptionChange, captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DatasetSelect } from '#areas/datasets'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import styles from './captions.module.css'
import { captionText } from './text.ts'

interface ChangeBarProps {
  id: string
  spaceId: string
  folder: string
  count: number
}

export function ChangeBar({ id, spaceId, folder, count }: ChangeBarProps) {
  const t = useText(captionText)
  const [find, setFind] = useState('')
  const [replacement, setReplacement] = useState('')
  const [typed, setTyped] = useState('')
  const [datasetId, setDatasetId] = useState<string | undefined>()
  const [busy, setBusy] = useState<CaptionChange['kind'] | null>(null)
  const change = async (one: CaptionChange) => {
    setBusy(one.kind)
    try {
      const { changed } = await call(
        captionEndpoints.changeCaptions,
        { params: { spaceId }, body: { folder, change: one } },
        { timeout: 120_000 },
      )
      notify.success(t('changed', { count: changed }))
      await refresh('/spaces')
    } finally {
      setBusy(null)
    }
  }
  /** Existing captions would be overwritten, so this needs a confirmation. */
  const begin = (one: CaptionChange) => {
    if (one.kind === 'from-labels')
      return void change(one).catch((problem: unknown) => notify.error(problemWords(problem)))
    confirm({
      title: t('changeTitle'),
      body: t('changeBody', { count }),
      action: t(`do-${one.kind}`),
      failure: t('changeFailed'),
      run: () => change(one),
    })
  }
  const line = (kind: CaptionChange['kind'], made: CaptionChange | undefined, fields: ReactNode) => (
    <form
      className={`${styles['change']} row gap-8 min-width-0`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (made !== undefined) begin(made)
      }}
    >
      {fields}
      <Button
        htmlType="submit"
        loading={busy === kind}
        disabled={made === undefined || (busy !== null && busy !== kind)}
      >
        {t(`do-${kind}`)}
      </Button>
    </form>
  )
  return (
    <section id={id} className={`${styles['changes']} panel grid margin-bottom-16`} aria-label={t('changes')}>
      {line(
        'replace',
        find === '' ? undefined : { kind: 'replace', find, replacement },
        <>
          <Phrase label={t('find')} value={find} onChange={setFind} />
          <Phrase label={t('replacement')} value={replacement} onChange={setReplacement} />
        </>,
      )}
      {line(
        'add',
        typed.trim() === '' ? undefined : { kind: 'add', words: typed },
        <Phrase label={t('triggerWords')} value={typed} onChange={setTyped} />,
      )}
      {line(
        'from-labels',
        datasetId === undefined ? undefined : { kind: 'from-labels', datasetId },
        <>
          <label htmlFor="captions-dataset">{t('dataset')}</label>
          <DatasetSelect
            id="captions-dataset"
            {...(datasetId === undefined ? {} : { value: datasetId })}
            onChange={setDatasetId}
          />
        </>,
      )}
    </section>
  )
}

function Phrase({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <Input
      value={value}
      maxLength={500}
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
