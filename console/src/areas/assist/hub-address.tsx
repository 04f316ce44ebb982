import { settingsEndpoints, type ShownSettings } from '@vermilion/contract/settings'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import styles from './assist.module.css'
import { text } from './text.ts'

export function HubAddress() {
  const t = useText(text)
  const { data, error, refetch } = useQuery(read(settingsEndpoints.getSettings, {}))
  return (
    <Panel title={t('hub')}>
      <p className={`${styles['for']} text-secondary`}>{t('hubWords')}</p>
      {data === undefined && error !== null && <ProblemState problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Bone height={36} style={{ marginTop: 14 }} />}
      {data !== undefined && <Address key={data.modelHub.value} setting={data.modelHub} />}
    </Panel>
  )
}

function Address({ setting: { value, source, variable } }: { setting: ShownSettings['modelHub'] }) {
  const t = useText(text)
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const isFixed = source === 'environment'
  const save = async (modelHub: string | null) => {
    if (modelHub !== null && !/^https?:\/\/[^/]/.test(modelHub.trim())) return setProblem(t('hubMissing'))
    try {
      await call(settingsEndpoints.changeSettings, { body: { modelHub } })
      setProblem(null)
      await refresh('/settings')
      notify.success(t('saved'))
    } catch (failure) {
      setProblem(problemWords(failure))
    }
  }
  return (
    <form
      className={`${styles['hub']} margin-top-14`}
      onSubmit={(event) => {
        event.preventDefault()
        void save(typed)
      }}
    >
      <label htmlFor={id}>{t('hubAddress')}</label>
      <div className={`${styles['address']} flex wrap gap-8 margin-top-6`}>
        <Input
          id={id}
          value={typed}
          maxLength={500}
          disabled={isFixed}
          status={problem === null ? '' : 'error'}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button htmlType="submit" disabled={isFixed || typed.trim() === value}>
          {t('save')}
        </Button>
        {source === 'database' && <Button onClick={() => void save(null)}>{t('toDefault')}</Button>}
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} className="text-error-text font-13 break-anywhere" role="alert">
          {problem}
        </p>
      )}
      {isFixed && <p className="faint margin-top-4">{t('fromEnvironment', { variable })}</p>}
    </form>
  )
}
