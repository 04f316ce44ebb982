import type { Rollout } from '@vermilion/contract/rollouts'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import type { ActionKey, RolloutAction } from '../rollout-actions.ts'
import { text } from '../text.ts'

const forward: readonly ActionKey[] = ['start', 'resume', 'retry']

interface RolloutButtonsProps {
  rollout: Rollout
  actions: readonly RolloutAction[]
}

export function RolloutButtons({ rollout: { name, artifactId, modelId, endedAt }, actions }: RolloutButtonsProps) {
  const t = useText(text)
  const navigate = useNavigate()
  const main = actions.find(({ key }) => forward.includes(key))
  const pause = actions.find(({ key }) => key === 'pause')
  const again = {
    key: 'again',
    words: t('rollOutAgain'),
    run: () => void navigate({ to: '/board/rollouts', search: { create: true, artifact: artifactId } }),
  }
  // Each deployment builds the model's package anew.
  const canGoAgain = endedAt !== null && modelId === null
  const first = main ?? (canGoAgain ? again : undefined)
  const rest = actions.filter((action) => action !== main && action !== pause)
  return (
    <span className="wrapping-row gap-8">
      {pause !== undefined && <Button onClick={() => pause.run()}>{pause.words}</Button>}
      {first !== undefined && (
        <Button type="primary" onClick={() => first.run()}>
          {first.words}
        </Button>
      )}
      <RowMenu label={t('actions', { name })} actions={canGoAgain && first !== again ? [again, ...rest] : rest} />
    </span>
  )
}
