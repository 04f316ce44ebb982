import { assistEndpoints, type AssistModel } from '@vermilion/contract/assist-models/endpoints'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Status, Tag } from '#ui/feedback/status.tsx'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import rows from '#ui/list/named-rows.module.css'
import styles from './assist.module.css'
import { text } from './text.ts'

interface ModelRowProps {
  model: AssistModel
  onBring: () => void
}

export function ModelRow({ model, onBring }: ModelRowProps) {
  const t = useText(text)
  const { name, status, size, licence, terms, languages, trait, repository, isUsed } = model
  const traits = trait === null ? [] : [t(`trait_${trait}`)]
  const facts = [formatSize(size), t('licence', { licence }), t(`languages_${languages}`), ...traits]
  return (
    <li className="padding-12-0 border-top">
      <div className="flex wrap gap-8-12 align-flex-start justify-between">
        <div className={`${rows['names']} min-width-0`}>
          <h3 className="wrapping-row gap-4-8 font-14 weight-550 break-anywhere">
            {name}
            {isUsed && <Tag>{t('used')}</Tag>}
          </h3>
          <p className={`${rows['facts']} note flex wrap break-anywhere`}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {terms !== null && (
              <span>
                <Terms address={terms} text={t('terms', { name })} />
              </span>
            )}
          </p>
          <p className="note break-anywhere">{repository}</p>
          <div
            className={`${styles['state']} wrapping-row gap-4-12 margin-top-8`}
            aria-live={status === 'fetching' ? 'off' : 'polite'}
          >
            <State model={model} />
          </div>
        </div>
        <div className="row gap-4">
          <MainAction model={model} />
          <RowMenu label={t('actionsOf', { name })} actions={useActions(model, onBring)} />
        </div>
      </div>
    </li>
  )
}

function Terms({ address, text }: { address: string; text: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" style={{ textDecoration: 'underline' }}>
      {text}
    </a>
  )
}

function MainAction({ model: { id, name, status, terms } }: { model: AssistModel }) {
  const t = useText(text)
  const [busy, setBusy] = useState(false)
  const run = async (order: 'fetchAssistModel' | 'pauseAssistModel') => {
    setBusy(true)
    try {
      await call(assistEndpoints[order], { params: { modelId: id } })
    } catch (problem) {
      notify.error(problemWords(problem))
    }
    await refresh('/assist-models')
    setBusy(false)
  }
  const fetchAgreed = () =>
    terms === null || status !== 'absent'
      ? void run('fetchAssistModel')
      : confirm({
          title: t('termsTitle', { name }),
          body: (
            <>
              {t('termsBody')} <Terms address={terms} text={t('termsRead')} />
            </>
          ),
          action: t('fetch'),
          run: () => run('fetchAssistModel'),
        })
  if (status === 'ready') return null
  if (status === 'fetching')
    return (
      <Button loading={busy} aria-label={t('pauseNamed', { name })} onClick={() => void run('pauseAssistModel')}>
        {t('pause')}
      </Button>
    )
  const word = status === 'absent' ? 'fetch' : 'goOn'
  return (
    <Button
      type={status === 'absent' ? 'default' : 'primary'}
      loading={busy}
      aria-label={t(`${word}Named`, { name })}
      onClick={fetchAgreed}
    >
      {t(word)}
    </Button>
  )
}

function useActions(model: AssistModel, onBring: () => void): RowAction[] {
  const t = useText(text)
  const { id, name, role, status, done, isUsed } = model
  const remove = () =>
    confirm({
      title: t('removeTitle', { name }),
      body: [t('removeBody', { size: formatSize(done) }), role === 'embedder' && isUsed ? t('removeIndex') : '']
        .filter((message) => message !== '')
        .join(' '),
      action: t('remove'),
      danger: true,
      failure: t('removeFailed'),
      run: async () => {
        await call(assistEndpoints.removeAssistModel, { params: { modelId: id } })
        await refresh('/assist-models')
        notify.success(t('removed', { name }))
      },
    })
  const isIdle = status !== 'fetching'
  return [
    { key: 'bring', text: t('bring'), disabled: !isIdle || status === 'ready', run: onBring },
    { key: 'remove', text: t('remove'), danger: true, disabled: !isIdle || status === 'absent', run: remove },
  ]
}

function State({ model }: { model: AssistModel }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { name, status, done, total, error, source } = model
  const amounts = { done: formatSize(done), total: formatSize(total) }
  if (status === 'absent') return <Status tone="neutral">{t('absent')}</Status>
  if (status === 'ready') return <Status tone="good">{t(source === 'archive' ? 'readyBroughtBy' : 'ready')}</Status>
  if (status === 'paused')
    return <Status tone="warning">{total === null ? t('pausedAtStart') : t('paused', amounts)}</Status>
  if (status === 'failed')
    return (
      <>
        <Status tone="bad">{t('failedState')}</Status>
        {error !== null && <p className="note break-anywhere">{localize(error, language)}</p>}
      </>
    )
  const message = total === null ? t('starting') : done === total ? t('checking') : t('progress', amounts)
  return (
    <>
      <Status tone="active">{t('fetching')}</Status>
      <ProgressBar done={done} total={total ?? 0} label={t('progressOf', { name })} />
      <span className="note tabular">{message}</span>
    </>
  )
}
