import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import type { RolloutPreview, RolloutTarget } from '@vermilion/contract/rollouts/previews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form, { type FormInstance } from 'antd/es/form'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import styles from './creation.module.css'
import { summaryText } from './summary-text.ts'
import type { TypedRollout } from './typed-rollout.ts'
import { useTypedDevices } from './use-typed-devices.ts'

interface RolloutSummaryProps {
  form: FormInstance<TypedRollout>
  modelId: string | undefined
}

export function RolloutSummary({ form, modelId }: RolloutSummaryProps) {
  const t = useText(summaryText)
  const artifactId = Form.useWatch('artifactId', form)
  const { deviceIds, group, tags } = useTypedDevices(form)
  const devices = { deviceIds, ...(group !== '' && { group }), tags }
  const body = modelId === undefined ? { artifactId, devices } : { modelId, devices }
  const isChosen = deviceIds.length > 0 || group !== '' || tags.length > 0
  const isAsked = isChosen && (artifactId !== undefined || modelId !== undefined)
  const preview = useQuery({
    queryKey: ['rollout preview', body],
    queryFn: () => call(rolloutEndpoints.previewRollout, { body }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  })
  if (!isAsked) return null
  if (preview.isError)
    return (
      <div
        role="alert"
        className={`${styles['summary']} stack gap-2 padding-4-0-8 scroll text-secondary break-anywhere`}
      >
        {t('failed', { reason: problemWords(preview.error) })}
        <Button size="small" onClick={() => void preview.refetch()}>
          {t('again')}
        </Button>
      </div>
    )
  if (preview.data === undefined)
    return (
      <output className={`${styles['summary']} stack gap-2 padding-4-0-8 scroll text-secondary break-anywhere`}>
        {t('looking')}
      </output>
    )
  return (
    <output
      className={`${styles['summary']} stack gap-2 padding-4-0-8 scroll text-secondary break-anywhere`}
      aria-label={t('summary')}
      aria-busy={preview.isFetching}
    >
      <Targets preview={preview.data} t={t} />
    </output>
  )
}

function Targets({
  preview: { name, version, devices },
  t,
}: {
  preview: RolloutPreview
  t: Translate<(typeof summaryText)['en']>
}) {
  const updated = devices.filter((device) => device.version !== version)
  const already = devices.filter((device) => device.version === version)
  const away = updated.filter(({ isOnline }) => !isOnline)
  const [only] = devices
  if (only !== undefined && devices.length === 1)
    return (
      <>
        <strong className="text-ink weight-600">
          {updated.length === 0 ? t('oneAlready', { name: only.deviceName, version }) : oneOf(only, version, t)}
        </strong>
        {away.length > 0 && <span>{t('oneAway')}</span>}
      </>
    )
  const byVersion = [...Map.groupBy(updated, (device) => device.version)].toSorted((a, b) => b[1].length - a[1].length)
  return (
    <>
      <strong className="text-ink weight-600">{t('several', { count: updated.length, name, version })}</strong>
      {byVersion.map(([from, all]) => (
        <Named
          key={from ?? ''}
          text={
            from === null ? t('unrecorded', { count: all.length }) : t('from', { count: all.length, from, version })
          }
          devices={all}
        />
      ))}
      {already.length > 0 && <Named text={t('already', { count: already.length, version })} devices={already} />}
      {away.length > 0 && <Named text={t('away', { count: away.length })} devices={away} />}
    </>
  )
}

const oneOf = (
  { deviceName: name, version: from }: RolloutTarget,
  version: string,
  t: Translate<(typeof summaryText)['en']>,
) => (from === null ? t('oneUnrecorded', { name, version }) : t('one', { name, from, version }))

function Named({ text, devices }: { text: string; devices: readonly RolloutTarget[] }) {
  return (
    <details>
      <summary className="cursor-pointer">{text}</summary>
      <span className="padding-left-16">{devices.map(({ deviceName }) => deviceName).join(', ')}</span>
    </details>
  )
}
