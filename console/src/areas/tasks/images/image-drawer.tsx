import { offerOf } from '@vermilion/contract/resources/executors'
import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import Drawer from 'antd/es/drawer'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Facts } from '#ui/page/page.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { joinCommand } from '../create/command-line.ts'
import { CheckPanel } from './check-panel.tsx'
import { detailText } from './detail-text.ts'
import styles from './images.module.css'
import { labelTypeName, text } from './text.ts'

export function ImageDrawer({ image, onClose }: { image: TrainingImage; onClose: () => void }) {
  const t = useText(text)
  const d = useText(detailText)
  const language = useSystem((system) => system.lang)
  useFocusBack()
  const parameters = Object.entries(image.parameters)
  return (
    <Drawer open title={say(image.title, language)} size={600} onClose={onClose}>
      {image.id !== null && <CheckPanel imageId={image.id} check={image.check} />}
      <h2 className={`${styles['subtitle']} title`}>{d('facts')}</h2>
      <Facts
        facts={[
          [t('name'), image.name],
          [t('address'), image.address],
          [d('framework'), image.framework],
          [t('labelTypes'), <Tags key="labels" tags={image.labelTypes.map((type) => labelTypeName(type, t))} />],
          [d('dataFormat'), image.dataFormat],
          [t('executors'), image.executors.map((executor) => localize(offerOf(executor).name, language)).join(', ')],
          [d('accelerators'), image.accelerators.length === 0 ? t('cpuOnly') : image.accelerators.join(', ')],
          [t('writes'), image.writes.length === 0 ? d('nothing') : <Tags key="writes" tags={image.writes} />],
          [
            d('parameters'),
            parameters.length === 0
              ? d('nothing')
              : parameters.map(([name, { label, default: usual, minimum, maximum }]) => (
                  <div key={name}>{d('parameter', { label: say(label, language), usual, minimum, maximum })}</div>
                )),
          ],
        ]}
      />
      <div className="margin-top-16">
        <Lines words={d('command')} lines={[joinCommand(image.command)]} />
      </div>
    </Drawer>
  )
}
