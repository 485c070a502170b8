"""What the service says, and what is known without it."""
import json
import sys
import urllib.error
import urllib.request
from decimal import Decimal
from pathlib import Path


def network_file():
    path = sys.argv[1] if len(sys.argv) > 1 else ".accord/network.json"
    return json.loads(Path(path).read_text(encoding="utf8"))


def call(url, body=None):
    """The JSON answer of a GET, or of a POST with a body; exits with the problem of a refusal."""
    request = urllib.request.Request(url, body and json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=40) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        sys.exit(refusal.read().decode())


def refuse(why):
    """Ends the signing of an order."""
    sys.exit(f"not signed: {why}")


def amount_of(said):
    """An amount that somebody else says; refused unless it is a number that is not below 0."""
    amount = Decimal(said)
    if not amount.is_finite() or amount < 0:
        refuse(f"{said} is not an amount")
    return amount
