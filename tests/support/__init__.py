"""What several tests need: servers, browsers and the backends they run on."""
