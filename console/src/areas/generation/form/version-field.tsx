import Form from 'antd/es/form'
import type { UsedVersion } from './form-values.ts'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { useQuery } from '@tanstack/react-query'
import Radio from 'antd/es/radio'
import { type ReactNode, useEffect } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { isGone, shortVersion } from '../workflow-version.ts'
import { versionText } from './version-text.ts'

interface VersionFieldProps {
  value?: UsedVersion | null
  onChange?: (value: UsedVersion) => void
}

export function VersionField({ value = null, onChange }: VersionFieldProps) {
  const workflow = Form.useWatch<string | undefined>('workflow')
  if (value === null || value.workflow !== workflow || onChange === undefined) return null
  return <VersionChoice value={value} onChange={onChange} />
}

interface VersionChoiceProps {
  value: UsedVersion
  onChange: (value: UsedVersion) => void
}

function VersionChoice({ value, onChange }: VersionChoiceProps) {
  const t = useText(versionText)
  const zone = useSystem((system) => system.zone)
  const params = { workflowId: value.workflow }
  // Others may have changed it, and no event reports that.
  const current = useQuery({ ...read(workflowEndpoints.getWorkflow, { params }), staleTime: 0 })
  const isDeleted = isGone(current.error)
  useEffect(() => {
    // The earlier version is the only one left.
    if (isDeleted && !value.isChosen) onChange({ ...value, isChosen: true })
  }, [isDeleted, value, onChange])
  const version = shortVersion(value.version)
  if (isDeleted) return <Versions>{t('deleted', { version })}</Versions>
  if (current.data?.version === value.version) return <Versions>{t('same', { version })}</Versions>
  const now =
    current.data === undefined
      ? t('current')
      : t('currentOf', {
          version: shortVersion(current.data.version),
          time: formatTime(current.data.updatedAt, zone),
        })
  return (
    <Versions>
      {current.data !== undefined && <span>{t('changed')}</span>}
      <Radio.Group
        aria-label={t('title')}
        value={value.isChosen}
        options={[
          { value: true, label: t('used', { version }) },
          { value: false, label: now },
        ]}
        onChange={({ target }) => onChange({ ...value, isChosen: target.value === true })}
      />
    </Versions>
  )
}

function Versions({ children }: { children: ReactNode }) {
  const t = useText(versionText)
  return (
    <div className="wrapping-row all-columns gap-4-14 margin-bottom-20 text-secondary">
      <strong className="text-ink weight-550">{t('title')}</strong>
      {children}
    </div>
  )
}
