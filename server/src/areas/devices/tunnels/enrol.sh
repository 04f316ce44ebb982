#!/bin/sh
# Adds this machine to Vermilion. To take it away again: sh ~/.vermilion/remove.sh
set -eu
url='@URL@'
token='@TOKEN@'
host='@HOST@'
folder="$HOME/.vermilion"
fail() { printf 'vermilion: %s\n' "$*" >&2; exit 1; }
for program in ssh ssh-keygen ssh-keyscan; do
  command -v "$program" >/dev/null 2>&1 || fail "$program is missing: install an OpenSSH client (Debian: apt-get install openssh-client)"
done

port="${VERMILION_SSHD_PORT:-}"
[ -n "$port" ] || port=$(sed -n 's/^[[:space:]]*[Pp]ort[[:space:]][[:space:]]*\([0-9][0-9]*\).*/\1/p' /etc/ssh/sshd_config 2>/dev/null | head -n 1)
[ -n "$port" ] || port=22
host_key=''
for kind in ed25519 ecdsa rsa; do
  host_key=$(ssh-keyscan -T 5 -t "$kind" -p "$port" 127.0.0.1 2>/dev/null | grep -v '^#' | head -n 1 | cut -d ' ' -f 2,3) || host_key=''
  [ -z "$host_key" ] || break
done
[ -n "$host_key" ] || fail "no SSH server answers on port $port: install one (Debian: apt-get install openssh-server) and run this again"

umask 077
mkdir -p "$folder" "$HOME/.ssh"
[ -f "$folder/key" ] || ssh-keygen -q -t ed25519 -N '' -C vermilion-tunnel -f "$folder/key"
tunnel_key=$(cut -d ' ' -f 1,2 "$folder/key.pub")
name=$(uname -n | tr -cd 'A-Za-z0-9._-' | cut -c 1-200)
body=$(printf '{"username":"%s","hostName":"%s","sshPort":%s,"hostKey":"%s","tunnelKey":"%s"}' "$(id -un)" "$name" "$port" "$host_key" "$tunnel_key")
if command -v curl >/dev/null 2>&1; then
  reply=$(printf '%s' "$body" | curl -sS -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' --data-binary @- "$url") || fail 'the server cannot be reached'
else
  reply=$(wget -q -O - --header "Authorization: Bearer $token" --header 'Content-Type: application/json' --post-data "$body" "$url") || fail 'the server cannot be reached, or refused'
fi
username='' endpoint_port='' endpoint_key='' authorized_key=''
while read -r field value; do
  case "$field" in
    username) username=$value ;;
    host) host=$value ;;
    port) endpoint_port=$value ;;
    endpoint-key) endpoint_key=$value ;;
    authorized-key) authorized_key=$value ;;
  esac
done <<REPLY
$reply
REPLY
[ -n "$authorized_key" ] || fail "the server refused: $reply"

touch "$HOME/.ssh/authorized_keys"
grep -qxF "$authorized_key" "$HOME/.ssh/authorized_keys" || printf '%s\n' "$authorized_key" >>"$HOME/.ssh/authorized_keys"
if [ "$endpoint_port" = 22 ]; then at=$host; else at="[$host]:$endpoint_port"; fi
printf '%s %s\n' "$at" "$endpoint_key" >"$folder/known_hosts"

cat >"$folder/tunnel.sh" <<TUNNEL
#!/bin/sh
# Keeps the tunnel to Vermilion open.
cd "$folder" || exit 1
echo \$\$ >pid
child=
trap '[ -z "\$child" ] || kill "\$child"; exit 0' TERM INT
wait_seconds=1
while :; do
  began=\$(date +%s)
  ssh -F /dev/null -NT -i key -p $endpoint_port -o BatchMode=yes -o IdentitiesOnly=yes -o ConnectTimeout=20 \
    -o ExitOnForwardFailure=yes -o ServerAliveInterval=15 -o ServerAliveCountMax=3 \
    -o StrictHostKeyChecking=yes -o UserKnownHostsFile=known_hosts -o GlobalKnownHostsFile=/dev/null \
    -R 22:127.0.0.1:$port $username@$host >last-message 2>&1 &
  child=\$!
  wait \$child || :
  child=
  if [ \$((\$(date +%s) - began)) -gt 60 ]; then wait_seconds=1; fi
  sleep \$wait_seconds
  wait_seconds=\$((wait_seconds * 2))
  [ \$wait_seconds -le 60 ] || wait_seconds=60
done
TUNNEL
cat >"$folder/remove.sh" <<REMOVE
#!/bin/sh
# Closes the tunnel and takes everything away that was put here.
[ ! -f "$folder/pid" ] || kill "\$(cat "$folder/pid")" 2>/dev/null
systemctl disable --now vermilion-tunnel 2>/dev/null || systemctl --user disable --now vermilion-tunnel 2>/dev/null
(crontab -l 2>/dev/null | grep -vF "$folder/tunnel.sh") | crontab - 2>/dev/null
rm -f /etc/systemd/system/vermilion-tunnel.service "$HOME/.config/systemd/user/vermilion-tunnel.service" 2>/dev/null
grep -vxF "$authorized_key" "$HOME/.ssh/authorized_keys" >"$folder/keys"
cat "$folder/keys" >"$HOME/.ssh/authorized_keys"
rm -rf "$folder"
REMOVE

unit="[Unit]
Description=Tunnel to Vermilion
After=network-online.target
[Service]
ExecStart=/bin/sh $folder/tunnel.sh
Restart=always
RestartSec=5
[Install]
WantedBy="
[ ! -f "$folder/pid" ] || kill "$(cat "$folder/pid")" 2>/dev/null || :
if [ -d /run/systemd/system ] && [ "$(id -u)" = 0 ]; then
  printf '%smulti-user.target\n' "$unit" >/etc/systemd/system/vermilion-tunnel.service
  systemctl daemon-reload
  systemctl enable --quiet vermilion-tunnel
  systemctl restart vermilion-tunnel
elif [ -d /run/systemd/system ] && systemctl --user show-environment >/dev/null 2>&1; then
  mkdir -p "$HOME/.config/systemd/user"
  printf '%sdefault.target\n' "$unit" >"$HOME/.config/systemd/user/vermilion-tunnel.service"
  loginctl enable-linger 2>/dev/null || :
  systemctl --user daemon-reload
  systemctl --user enable --quiet vermilion-tunnel
  systemctl --user restart vermilion-tunnel
else
  if command -v crontab >/dev/null 2>&1; then
    (crontab -l 2>/dev/null | grep -vF "$folder/tunnel.sh"; printf '@reboot /bin/sh %s/tunnel.sh\n' "$folder") | crontab - || :
  fi
  nohup sh "$folder/tunnel.sh" </dev/null >/dev/null 2>&1 &
fi
printf 'vermilion: this machine is added, and holds its tunnel to %s\n' "$host"
