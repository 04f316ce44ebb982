import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Panel } from '#ui/page/page.tsx'
import { text } from './text.ts'

export function EngineHelp() {
  const t = useText(text)
  return (
    <Panel title={t('howTitle')}>
      <p className="margin-bottom-14 text-secondary" style={{ maxWidth: 720 }}>
        {t('howWords')}
      </p>
      <Lines
        words={t('howDocker')}
        address="unix:///var/run/docker.sock"
        lines={['sudo usermod --append --groups docker "$USER"']}
      />
      <Lines
        words={t('howPodman')}
        lines={['systemctl --user enable --now podman.socket', 'echo "unix:///run/user/$(id -u)/podman/podman.sock"']}
      />
    </Panel>
  )
}
