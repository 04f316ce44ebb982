import { serviceEndpoints } from '@vermilion/contract/services'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { healthText } from './text.ts'
import type { HealthActions } from './use-health.ts'

export function ServiceTests({ actions }: { actions: HealthActions }) {
  const t = useText(healthText)
  const [isTesting, setIsTesting] = useState(false)
  const test = async () => {
    setIsTesting(true)
    try {
      const services = await call(serviceEndpoints.listServices, {})
      const open = services.filter(({ used, lastTest }) => used && lastTest?.works !== true)
      await Promise.all(open.map(({ id }) => call(serviceEndpoints.testService, { params: { serviceId: id } })))
      await refresh('/services')
      actions.run('services')
    } catch (error) {
      notify.error(`${t('testFailed')}: ${problemWords(error)}`)
    } finally {
      setIsTesting(false)
    }
  }
  return (
    <>
      <Link to="/settings/services">{t('toServices')}</Link>
      <Button size="small" loading={isTesting} disabled={actions.isBusy} onClick={() => void test()}>
        {t('testServices')}
      </Button>
    </>
  )
}
