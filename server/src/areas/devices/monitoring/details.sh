# Processes, disks and network of a device, once. $1 stands before /proc.
r=$1
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin:/usr/bin:/bin
export LC_ALL PATH
exec </dev/null 2>/dev/null
limit=
timeout 1 true && limit='timeout 10'
echo 'vermilion-details 1'
say() { printf '%s %s\n' "$1" "$2"; }
processes() {
  read -r line <"$r"/proc/uptime && say "$1-uptime" "$line"
  read -r line <"$r"/proc/stat && say "$1-busy" "$line"
  for file in "$r"/proc/[0-9]*/stat; do read -r line <"$file" && say "$1" "$line"; done
}
processes first
sleep 1
processes second
for folder in "$r"/proc/[0-9]*; do
  while read -r key value rest; do
    case $key in Uid:) say owner "${folder##*/} $value"; break ;; esac
  done <"$folder/status"
done
while IFS=: read -r name secret number rest; do say account "$number $name"; done <"$r"/etc/passwd
while read -r word rest; do case $word in cpu[0-9]*) say core "$word" ;; intr) break ;; esac; done <"$r"/proc/stat
say ticks "$(getconf CLK_TCK || echo 100)"
say page "$(getconf PAGESIZE || echo 4096)"
while read -r device mount type rest; do say mount "$type $mount"; done <"$r"/proc/mounts
$limit df -kP | while read -r line; do say disk "$line"; done
while read -r line; do case $line in *:*) say interface "$line" ;; esac; done <"$r"/proc/net/dev
ip -o addr | while read -r number name family address rest; do say address "$name $address"; done
say clock "$(date +%s)"
echo end
