"""What the service says, and what is known without it."""
import json
import os
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime
from decimal import Decimal
from pathlib import Path


class Refused(Exception):
    """Something that the service refused, or that we do not sign."""


def report(kind, error, trace):
    """A program that nothing else is done about ends with the reason alone."""
    if issubclass(kind, Refused):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = report


def network_file():
    data = os.environ.get("ACCORD_DATA", ".accord")
    path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ACCORD_NETWORK", f"{data}/network.json")
    try:
        network = json.loads(Path(path).read_text(encoding="utf8"))
    except FileNotFoundError:
        sys.exit(f"no network at {path}: npm start, and with --data DIR set ACCORD_DATA=DIR")
    if "base_url" in network:
        compare_clocks(network["base_url"])
    return network


def compare_clocks(base_url):
    """Says so if our clock is off from the service's: deadlines and expiries would be misjudged."""
    sent = time.time()
    service = datetime.fromisoformat(call(f"{base_url}/network/status")["service_timestamp"].replace("Z", "+00:00"))
    ahead = (sent + time.time()) / 2 - service.timestamp()
    if abs(ahead) > 2:
        print(f"this computer's clock is {abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} the service's", file=sys.stderr)


def call(url, body=None):
    """The JSON answer of a GET, or of a POST with a body; raises Refused with the problem of a refusal."""
    request = urllib.request.Request(url, body and json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=40) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise Refused(refusal.read().decode()) from None


def refuse(why):
    """Ends the signing of an order."""
    raise Refused(f"not signed: {why}")


def amount_of(said):
    """An amount that somebody else says; refused unless it is a number that is not below 0."""
    amount = Decimal(said)
    if not amount.is_finite() or amount < 0:
        refuse(f"{said} is not an amount")
    return amount
