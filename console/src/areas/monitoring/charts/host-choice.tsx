import type { Host } from '@vermilion/contract/monitoring/hosts'
import { useNavigate } from '@tanstack/react-router'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { maxCompared } from '../search.ts'
import styles from './host-charts.module.css'
import { chartText } from './text.ts'

interface HostChoiceProps {
  hosts: readonly Host[]
  host: Host
  compared: readonly Host[]
}

export function HostChoice({ hosts, host, compared }: HostChoiceProps) {
  const t = useText(chartText)
  const clearButton = useClearButton()
  const navigate = useNavigate({ from: '/resource' })
  const others = hosts.filter(({ id, kind }) => id !== host.id && kind !== 'engine')
  if (others.length === 0) return null
  const choose = (ids: readonly string[]) =>
    void navigate({
      search: (now) => ({ ...now, compare: ids.length === 0 ? undefined : ids.join(',') }),
      replace: true,
    })
  return (
    <Select
      mode="multiple"
      allowClear={clearButton}
      maxCount={maxCompared}
      maxTagCount="responsive"
      optionFilterProp="label"
      className={`${styles['compare']} narrow-basis-full`}
      placeholder={t('comparePrompt')}
      aria-label={t('compare')}
      value={compared.map(({ id }) => id)}
      onChange={choose}
      options={others.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
