import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { skipToken, useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { type ReactNode, useEffect } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { isGone, shortVersion } from '../workflow-version.ts'
import type { UsedVersion } from './form-values.ts'
import styles from './form.module.css'
import { versionText } from './version-text.ts'

interface VersionFieldProps {
  value?: UsedVersion | null
  onChange?: (value: UsedVersion) => void
}

/** A form field for which version of its workflow is run, where an earlier generation ran with one. */
export function VersionField({ value = null, onChange }: VersionFieldProps) {
  const t = useText(versionText)
  const zone = useSystem((system) => system.zone)
  const workflow = Form.useWatch<string | undefined>('workflow')
  const isOfWorkflow = value !== null && value.workflow === workflow
  const params = { workflowId: workflow ?? '' }
  // Others may have changed it: no news comes of that.
  const request = { ...read(workflowEndpoints.getWorkflow, { params }), staleTime: 0 }
  const current = useQuery(isOfWorkflow ? request : { ...request, queryFn: skipToken })
  const isDeleted = isOfWorkflow && isGone(current.error)
  useEffect(() => {
    // There is no other left.
    if (isDeleted && !value.isChosen) onChange?.({ ...value, isChosen: true })
  }, [isDeleted, value, onChange])
  if (!isOfWorkflow) return null
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
        onChange={({ target }) => onChange?.({ ...value, isChosen: target.value === true })}
      />
    </Versions>
  )
}

function Versions({ children }: { children: ReactNode }) {
  const t = useText(versionText)
  return (
    <div className={styles['versions']}>
      <strong>{t('title')}</strong>
      {children}
    </div>
  )
}
