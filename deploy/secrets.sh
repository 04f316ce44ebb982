#!/bin/sh
# Makes the secrets of compose.team.yaml where they are missing. Containers read the files as accounts of their own: what
# keeps others of this machine out is the folder.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets
random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
write() { [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }
write first-password "$(random 12)"
write database-password "$(random 24)"
write storage-key "[default]
aws_access_key_id=$(random 10)
aws_secret_access_key=$(random 20)"
chmod 444 secrets/*
echo "The password of the first account, admin, is in $PWD/secrets/first-password"
