import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { CheckSteps } from './check-steps.tsx'
import { detailText } from './detail-text.ts'
import styles from './images.module.css'

export function CheckPanel({ imageId, check }: { imageId: string; check: ImageCheck | null }) {
  const t = useText(detailText)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const [selected, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isAsking, setIsAsking] = useState(false)
  const fitting = pools.data?.filter(({ capabilities }) => capabilities.images) ?? []
  const pool = selected ?? (fitting.find(({ status }) => status === 'ready') ?? fitting[0])?.id
  const isRunning = check?.status === 'running'
  const start = async (id: string) => {
    setIsAsking(true)
    setProblem(null)
    try {
      await call(imageEndpoints.checkTrainingImage, { params: { imageId }, body: { pool: id } })
      await refresh('/training-images')
    } catch (caught) {
      setProblem(caught)
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <section aria-label={t('check')}>
      <h2 className={`${styles['subtitle']} title`}>{t('check')}</h2>
      <p className="margin-bottom-12 text-secondary">{t('checkWords')}</p>
      {pools.error !== null && <p role="alert">{problemWords(pools.error)}</p>}
      {pools.data !== undefined && fitting.length === 0 ? (
        <p>
          {t('noPool')} <Link to="/compute/pools">{t('toPools')}</Link>
        </p>
      ) : (
        <div className="grid columns-1-auto gap-8 margin-bottom-12">
          <Select
            aria-label={t('pool')}
            value={pool ?? null}
            loading={pools.isPending}
            onChange={setChosen}
            options={(pools.data ?? []).map(({ id, name, capabilities }) =>
              capabilities.images
                ? { value: id, label: name }
                : { value: id, label: t('poolOther', { name }), disabled: true },
            )}
          />
          <Button
            loading={isAsking || isRunning}
            disabled={pool === undefined}
            onClick={() => pool !== undefined && void start(pool)}
          >
            {t(check === null ? 'start' : 'again')}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="margin-top-10 text-error-text">
          {t('checkFailed')} {problemWords(problem)}
        </p>
      )}
      {check !== null && (
        <>
          <p className="margin-bottom-12 text-secondary">
            {t('checkedIn', { pool: check.poolName })} · <Time time={check.endedAt ?? check.startedAt} />
          </p>
          <CheckSteps check={check} />
        </>
      )}
    </section>
  )
}
